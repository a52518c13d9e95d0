/** The contract of `contract.test.ts`, with `LOG_COLUMNS=on`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { describeLog } from '../../rigs/testing/log/log-contract.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import type { Sql } from '../../stores/postgres.ts'
import { type LogRow, recordsOf } from './read.ts'
import { pack } from './record-batch.ts'

const cleanUp = cleanUpAfter('each')

/** Rewrites every second row of each partition into columns as it arrives. */
const moveIntoColumns = async (sql: Sql): Promise<void> => {
  const rows = await sql<(LogRow & { partition: number })[]>`
    SELECT partition, first_offset AS first, entries, size, appended_at AS "appendedAt", packed FROM (
      SELECT *, row_number() OVER (PARTITION BY partition ORDER BY first_offset) AS number FROM log_batches
    ) AS numbered WHERE number % 2 = 1 AND get_byte(packed, 0) <> 2`
  for (const row of rows) {
    const entries = recordsOf(row.partition, row).map(({ appendedAt, ...entry }) => {
      return { ...entry, appendedMs: appendedAt.getTime() - row.appendedAt.getTime() }
    })
    const { packed } = await pack(entries, 'inColumns')
    await sql`UPDATE log_batches SET packed = ${packed} WHERE partition = ${row.partition} AND first_offset = ${row.first}`
  }
}

describe('the log in PostgreSQL, half of its rows in columns', () => {
  describeLog(async () => {
    const { sql, url } = await openTestPostgres()
    const stop = new AbortController()
    const moving = (async () => {
      for (; !stop.signal.aborted; await sleep(5)) await moveIntoColumns(sql)
    })()
    cleanUp.push(async () => {
      stop.abort()
      await moving
    })
    return url
  })
})
