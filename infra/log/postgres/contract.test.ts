/** `kafka/kafka.test.ts` tests the log in Kafka. `contract-columns.long.test.ts` tests rows in columns. */
import { describe } from 'vitest'
import { describeLog } from '../../rigs/testing/log/log-contract.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'

describe('the log in PostgreSQL', () => {
  describeLog(async () => (await openTestPostgres()).url)
})
