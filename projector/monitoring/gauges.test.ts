import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { account } from '../testing/accounting.ts'
import { openGauges } from './gauges.ts'
import { projectorMetrics } from './metrics.ts'

const GROUP = groupOf(databaseOf(1))

let sql: Sql
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
})

type Position = { partition: number; start: number; end: number; committed: number }
const open = () => {
  const registry = new Registry()
  const metrics = projectorMetrics(registry)
  const asked = new Set<string>()
  const log = {
    positions: [] as Position[],
    progress: [] as { partition: number; next: string; appended: string }[],
    owned: [] as number[],
    isAway: false,
    isStoreAway: false,
  }
  const answer = <T>(group: string, value: T): Promise<T> => {
    asked.add(group)
    return log.isAway ? Promise.reject(new Error('away')) : Promise.resolve(value)
  }
  const store = {
    query: async () => {
      if (log.isStoreAway) throw new Error('away')
      return { json: async () => log.progress }
    },
  }
  return {
    log,
    read: openGauges({
      log: {
        positions: group => answer(group, log.positions),
        owned: group => answer(group, new Set(log.owned)),
        // The age of an entry in seconds equals its offset.
        timesAt: async places =>
          new Map(places.map(({ partition, offset }) => [partition, new Date(Date.now() - offset * 1_000)])),
      },
      sql,
      clickhouse: { client: () => store as never },
      metrics,
    }),
    askedFor: () => [...asked],
    /** Lines of the metric with a value other than 0. */
    shown: async (name: string) =>
      (await registry.getSingleMetricAsString(name))
        .split('\n')
        .filter(line => !line.startsWith('#') && line !== '')
        .map(line => line.slice(name.length)),
  }
}
const say = (group: string, balance: object) =>
  sql`INSERT INTO accounting (consumer_group, balance) VALUES (${group}, ${sql.json(balance as never)})`

const at = (partition: number, end: number, start = 0) => ({ partition, start, end, committed: end })
const done = (partition: number, next: number) => ({ partition, next: String(next), appended: '0' })

test('the lag of a partition is the number of entries that the figures lack, and its age is the age of the oldest of these', async () => {
  const gauges = open()
  gauges.log.positions = [at(0, 100, 70), at(1, 100), at(2, 100)]
  gauges.log.progress = [done(0, 60), done(1, 90), done(2, 100)]
  gauges.log.owned = [0, 2]
  await gauges.read()
  expect(gauges.askedFor()).toEqual([GROUP])
  expect(await gauges.shown('projector_lag_events')).toEqual([
    '{partition="0"} 30',
    '{partition="1"} 10',
    '{partition="2"} 0',
  ])
  const seconds = (await gauges.shown('projector_lag_seconds')).map(line => Number(line.split(' ')[1]))
  expect(seconds.map(Math.floor)).toEqual([70, 90, 0])
  expect(await gauges.shown('projector_partition_owned')).toEqual([
    '{partition="0"} 1',
    '{partition="1"} 0',
    '{partition="2"} 1',
  ])
})

test('gauges that the log does not answer are absent, and during a store outage the log’s position stays', async () => {
  const gauges = open()
  gauges.log.positions = [at(0, 100)]
  gauges.log.progress = [done(0, 90)]
  gauges.log.owned = [0]
  gauges.log.isStoreAway = true
  await gauges.read()
  expect(await gauges.shown('projector_lag_seconds')).toEqual([])
  gauges.log.isStoreAway = false
  await gauges.read()
  gauges.log.isStoreAway = true
  gauges.log.positions = [at(0, 200)]
  await gauges.read()
  expect(await gauges.shown('projector_lag_events')).toEqual(['{partition="0"} 110'])
  gauges.log.isAway = true
  await gauges.read()
  for (const name of ['projector_lag_events', 'projector_lag_seconds', 'projector_partition_owned'])
    expect([name, await gauges.shown(name)]).toEqual([name, []])
})

test('the balance is unknown while a partition has no consumer or the accounting is old', async () => {
  const gauges = open()
  gauges.log.positions = [at(0, 100), at(1, 100)]
  gauges.log.progress = [done(0, 100), done(1, 100)]
  const shown = async () => {
    await gauges.read()
    return gauges.shown('pipeline_balanced')
  }
  expect(await shown()).toEqual([])
  await say(GROUP, { asOf: new Date().toISOString(), types: { visit: account({}) }, conflicts: 0 })
  gauges.log.owned = [0]
  expect(await shown()).toEqual([])
  gauges.log.owned = [0, 1]
  expect(await shown()).toEqual([' 1'])
  gauges.log.isAway = true
  expect(await shown()).toEqual([])
  gauges.log.isAway = false
  const old = new Date(Date.now() - 16_000).toISOString()
  await sql`UPDATE accounting SET balance = jsonb_set(balance, '{asOf}', ${sql.json(old)})`
  expect(await shown()).toEqual([])
})

test('the accounting gauges show the serving group’s numbers for every type', async () => {
  await say('another', { types: { visit: account({ accepted: 99, balanced: false }) }, conflicts: 99 })
  const gauges = open()
  await gauges.read()
  expect(await gauges.shown('pipeline_balanced')).toEqual([])
  await say(GROUP, {
    asOf: new Date().toISOString(),
    types: { visit: account({ accepted: 3, projected: 2 }) },
    conflicts: 4,
  })
  await gauges.read()
  const events = await gauges.shown('pipeline_events')
  expect(events.filter(line => !line.endsWith(' 0'))).toEqual([
    '{type="visit",entry="accepted"} 3',
    '{type="visit",entry="projected"} 2',
  ])
  expect(events).toHaveLength(7)
  expect(await gauges.shown('pipeline_balanced')).toEqual([' 1'])
  expect(await gauges.shown('event_id_conflicts_total')).toEqual([' 4'])
  const types = { visit: account({}), conversion: account({ balanced: false }) }
  await sql`UPDATE accounting SET balance = ${sql.json({ types, conflicts: 0 })} WHERE consumer_group = ${GROUP}`
  await gauges.read()
  expect(await gauges.shown('pipeline_balanced')).toEqual([' 0'])
})

test('differences are summed by hour over all types, and disappear when the next comparison finds none', async () => {
  const find = (group: string, differences: object[]) =>
    sql`
      INSERT INTO reconciliations (consumer_group, checked_at, whole_at, hours, differences, repaired_buckets)
      VALUES (${group}, now(), now(), 1, ${sql.json(differences as never)}, 0)
      ON CONFLICT (consumer_group) DO UPDATE SET differences = EXCLUDED.differences`
  await find('another', [{ hour: '09', type: 'visit', difference: 1 }])
  const gauges = open()
  await gauges.read()
  expect(await gauges.shown('reconcile_difference')).toEqual([])
  await find(GROUP, [
    { hour: '10', type: 'visit', difference: 2 },
    { hour: '10', type: 'conversion', difference: 3 },
    { hour: '11', type: 'visit', difference: 4 },
  ])
  await gauges.read()
  expect(await gauges.shown('reconcile_difference')).toEqual(['{hour="10"} 5', '{hour="11"} 4'])
  await find(GROUP, [])
  await gauges.read()
  expect(await gauges.shown('reconcile_difference')).toEqual([])
})
