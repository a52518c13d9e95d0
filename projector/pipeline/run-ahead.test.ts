import type { Log } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test, vi } from 'vitest'
import { NO_PAST, recordsOf, visit } from '../testing/events.ts'
import { lookingAt } from '../testing/looking-at.ts'
import { readEntry } from './entries/read.ts'
import { runProjector } from './run.ts'

vi.mock('./entries/read.ts', { spy: true })

test('what the log shows of the next batch is read while the batch before it is projected', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const [batch, next] = [recordsOf([visit()]), recordsOf([visit(), visit()], 1)]
  const timesRead = () => vi.mocked(readEntry).mock.calls.length
  const read: number[] = []
  const consume: Log['consume'] = async (_, handle, { ahead }) => {
    ahead?.(next)
    await handle(batch)
    read.push(timesRead())
    await handle(next)
    read.push(timesRead())
  }
  const { signal } = new AbortController()
  await runProjector({
    ...NO_PAST,
    log: { consume },
    clickhouse: lookingAt(client),
    sql,
    db,
    signal,
    onError: fail,
    paceMs: 0,
  })
  expect(read).toEqual([3, 3])
})

const fail = (error: unknown) => {
  throw error
}
