/** Of a log in Kafka, `kafka/kafka.test.ts`. With half of its rows in columns, `contract-columns.long.test.ts`. */
import { describe } from 'vitest'
import { describeLog } from '../../rigs/testing/log/log-contract.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'

describe('the log in PostgreSQL', () => {
  describeLog(async () => (await openTestPostgres()).url)
})
