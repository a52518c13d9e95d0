import type { Log } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NO_PAST, recordsOf, visit } from '../testing/events.ts'
import { lookingAt } from '../testing/looking-at.ts'
import { runProjector } from './run.ts'

test('what the log shows of the next batch is read while the batch before it is projected', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const [batch, next] = [recordsOf([visit()]), recordsOf([visit(), visit()], 1)]
  const values = new Set<unknown>(next.map(({ value }) => value))
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const timesRead = () => parse.mock.calls.filter(([text]) => values.has(text)).length
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
  // Each for its rows and for its books.
  expect(read).toEqual([4, 4])
})

const fail = (error: unknown) => {
  throw error
}
