import type { ClickHouseClient } from '@clickhouse/client'
import { openTestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { expect, test } from 'vitest'
import { eventsWhere, type Rollup } from '../projections/rollup.ts'
import { traffic } from '../projections/traffic.ts'
import { envelopeOf, NOON, visit } from '../testing/events.ts'
import { eventRow } from './rows.ts'
import { openStore } from './store.ts'

const SLOW = '(SELECT max(number) FROM numbers(3) WHERE NOT ignore(sleepEachRow(0.9))) = 2'

/** The embedded engine runs queries with parameters one after the other; a server does not. */
const withoutParameters = (client: ClickHouseClient): ClickHouseClient => {
  const inline = <T extends { query: string; query_params?: Record<string, unknown> }>(asked: T): T => {
    const { query_params = {}, ...rest } = asked
    const query = asked.query.replace(
      /\{(\w+): ((?:[^{}'"]|'\w+')+)\}/g,
      (_, name, type) => `CAST(${JSON.stringify(query_params[name]).replaceAll('"', '')} AS ${type})`,
    )
    return { ...(rest as T), query }
  }
  return Object.assign(Object.create(client), {
    query: (asked: Parameters<ClickHouseClient['query']>[0]) => client.query(inline(asked)),
    command: (asked: Parameters<ClickHouseClient['command']>[0]) => client.command(inline(asked)),
  })
}

test('R-06 a refresh that read before an insert and ends after its refresh does not cover it', async () => {
  const { clickhouse, client, db } = await openTestClickHouse()
  const store = openStore(client, db)
  const row = (offset: number) => {
    const event = visit()
    return eventRow(envelopeOf([event]), event, { partition: 0, offset, index: 0 })
  }
  const buckets = [Math.floor(NOON / 60_000) * 60]
  const [minutes] = traffic.rollups as [Rollup]
  await store.insertEvents([row(0)])

  const slow = openStore(withoutParameters(clickhouse.client()), db).refresh(
    { ...minutes, from: eventsWhere(`type = 'visit' AND ${SLOW}`) },
    buckets,
  )
  await new Promise(resolve => setTimeout(resolve, 500))
  await store.insertEvents([row(1)])
  await store.refresh(minutes, buckets)
  await slow

  const counted = await client.query({
    query: `SELECT sum(n) AS n FROM ${db}.traffic_minutes FINAL`,
    format: 'JSONEachRow',
  })
  expect(await counted.json()).toEqual([{ n: 2 }])
})
