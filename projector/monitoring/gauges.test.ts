import type { ClickHouseClient } from '@clickhouse/client'
import { lagMetrics, projectorMetrics } from '@firsttouch/infra/platform/metrics'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { account } from '../testing/accounting.ts'
import { openGauges } from './gauges.ts'

const GROUP = groupOf(databaseOf(1))

let sql: Sql
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
})

type Position = { partition: number; start: number; end: number; committed: number }
type Told = { positions: Position[]; progress: Record<number, number>; appendedAt: Date; owned: number[] }
const QUIET: Told = { positions: [], progress: {}, appendedAt: new Date(0), owned: [] }

const open = () => {
  const registry = new Registry()
  let told: Told = QUIET
  const rows = () =>
    Object.entries(told.progress).map(([partition, next]) => ({ partition, next, appended: 0 }))
  const read = openGauges({
    log: {
      positions: async () => told.positions,
      timesAt: async places => new Map(places.map(({ partition }) => [partition, told.appendedAt])),
      owned: async () => new Set(told.owned),
    },
    sql,
    clickhouse: {
      client: () =>
        ({
          query: async () => ({
            json: async () => rows().map(row => ({ ...row, partition: Number(row.partition) })),
          }),
        }) as unknown as ClickHouseClient,
    },
    metrics: projectorMetrics(registry),
    lagMetrics: lagMetrics(registry),
  })
  return {
    read: (says: Partial<Told> = {}) => {
      told = { ...QUIET, ...says }
      return read()
    },
    /** As lines without comments. */
    shown: async (name: string) =>
      (await registry.getSingleMetricAsString(name))
        .split('\n')
        .filter(line => !line.startsWith('#') && line !== '')
        .map(line => line.slice(name.length)),
  }
}
const say = (group: string, balance: object) =>
  sql`INSERT INTO accounting (consumer_group, balance) VALUES (${group}, ${sql.json({ asOf: new Date(), ...balance } as never)})`

test('the lag of a partition is what lies behind its start and the figures, and as old as the log says', async () => {
  const at = (partition: number, start: number) => ({ partition, start, end: 100, committed: 100 })
  const gauges = open()
  await gauges.read({
    positions: [at(0, 70), at(1, 0), at(2, 0), at(3, 0)],
    progress: { 0: 60, 1: 90, 3: 100 },
    appendedAt: new Date(Date.now() - 5_000_000),
    owned: [0, 2],
  })
  expect(await gauges.shown('projector_lag_events')).toEqual([
    '{partition="0"} 30',
    '{partition="1"} 10',
    '{partition="2"} 100',
    '{partition="3"} 0',
  ])
  const seconds = (await gauges.shown('projector_lag_seconds')).map(line => Number(line.split(' ')[1]))
  expect(seconds.map(age => Math.floor(age / 1_000))).toEqual([5, 5, 5, 0])
  const owned = (await gauges.shown('projector_partition_owned')).map(line => line.slice(-1))
  expect(owned).toEqual(['1', '0', '1', '0'])
})

test('the accounting is the serving group’s, with every number of every type', async () => {
  await say('another', { types: { visit: account({ accepted: 99, balanced: false }) }, conflicts: 99 })
  const gauges = open()
  await gauges.read()
  expect(await gauges.shown('pipeline_balanced')).toEqual([])
  await say(GROUP, { types: { visit: account({ accepted: 3, projected: 2 }) }, conflicts: 4 })
  await gauges.read()
  const events = await gauges.shown('pipeline_events')
  expect(events.filter(line => !line.endsWith(' 0'))).toEqual([
    '{type="visit",entry="accepted"} 3',
    '{type="visit",entry="projected"} 2',
  ])
  expect(events).toHaveLength(8)
  expect(await gauges.shown('pipeline_balanced')).toEqual([' 1'])
  expect(await gauges.shown('event_id_conflicts_total')).toEqual([' 4'])
  await gauges.read({ positions: [{ partition: 0, start: 0, end: 9, committed: 9 }] })
  expect(await gauges.shown('pipeline_balanced'), 'nobody projects its partition').toEqual([])
  const types = { visit: account({}), conversion: account({ balanced: false }) }
  const wrong = { asOf: new Date().toISOString(), types, conflicts: 0 }
  await sql`UPDATE accounting SET balance = ${sql.json(wrong)} WHERE consumer_group = ${GROUP}`
  await gauges.read()
  expect(await gauges.shown('pipeline_balanced')).toEqual([' 0'])
})

test('differences are summed by hour over the types, and gone when the next comparison has none', async () => {
  const find = (group: string, differences: object[]) =>
    sql`
      INSERT INTO reconciliations (consumer_group, checked_at, hours, differences, repaired_buckets)
      VALUES (${group}, now(), 1, ${sql.json(differences as never)}, 0)
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
