import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { CHANGED_CHANNEL } from '@firsttouch/infra/stores/read-models'
import { expect, test } from 'vitest'
import { conversion, NO_PAST, recordsOf, visit } from '../testing/events.ts'
import { runProjector } from './run.ts'

/** A log of fixed batches: each is handed over until it is handled, as the real ones do. */
const logOf = (batches: LogRecord[][]) => {
  const handled: LogRecord[][] = []
  return {
    handled,
    consume: async (
      _: string,
      handle: (batch: LogRecord[]) => Promise<void>,
      { signal }: { signal: AbortSignal },
    ) => {
      for (const batch of batches) {
        while (
          !signal.aborted &&
          !(await handle(batch).then(
            () => true,
            () => false,
          ))
        )
          await new Promise(resolve => setTimeout(resolve, 5))
        if (!signal.aborted) handled.push(batch)
      }
    },
  }
}

test('the log moves on only after the batch, and those who watch are told what changed', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const heard: string[] = []
  await sql.listen(CHANGED_CHANNEL, message => void heard.push(message))
  const log = logOf([recordsOf([visit(), conversion()])])

  await runProjector({
    ...NO_PAST,
    log,
    clickhouse: client,
    sql,
    db,
    signal: new AbortController().signal,
    onError: fail,
    paceMs: 0,
  })

  expect(log.handled).toHaveLength(1)
  await until(() => heard.length === 1, 20_000)
  expect(JSON.parse(heard[0] ?? '')).toEqual({
    changed: ['analytics', 'campaigns', 'ab-testing-stats'],
    asOf: expect.stringMatching(/Z$/),
    lagMs: expect.any(Number),
  })
})

test('a store that is down loses nothing: the batch comes again until it is in', async () => {
  const { client, db } = await openTestClickHouse()
  const { sql } = await openTestPostgres()
  const insert = client.insert.bind(client)
  let outages = 3
  const failing: typeof client.insert = async parameters => {
    if (outages-- > 0) throw new Error('connection refused')
    return insert(parameters)
  }
  const errors: unknown[] = []
  const log = logOf([recordsOf([visit()])])

  const clickhouse = Object.assign(Object.create(client), { insert: failing })
  const signal = new AbortController().signal
  await runProjector({
    ...NO_PAST,
    log,
    clickhouse,
    sql,
    db,
    signal,
    onError: error => errors.push(error),
    paceMs: 0,
  })

  expect(errors).toHaveLength(3)
  const rows = await client.query({
    query: `SELECT count() AS n FROM ${db}.events FINAL`,
    format: 'JSONEachRow',
  })
  expect(await rows.json()).toEqual([{ n: 1 }])
})

const fail = (error: unknown) => {
  throw error
}
