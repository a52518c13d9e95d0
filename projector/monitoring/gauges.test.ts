import { projectorMetrics } from '@firsttouch/infra/platform/metrics'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { databaseOf, groupOf } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { Registry } from 'prom-client'
import { beforeEach, expect, test } from 'vitest'
import { account } from '../testing/accounting.ts'
import { readGauges } from './gauges.ts'

const GROUP = groupOf(databaseOf(1))

let sql: Sql
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
})

type Position = { partition: number; start: number; end: number; committed: number }
const open = () => {
  const registry = new Registry()
  const metrics = projectorMetrics(registry)
  let asked = ''
  return {
    read: (positions: Position[] = []) =>
      readGauges({
        log: {
          positions: async group => {
            asked = group
            return positions
          },
        },
        sql,
        metrics,
      }),
    askedFor: () => asked,
    /** As lines of what is not 0. */
    shown: async (name: string) =>
      (await registry.getSingleMetricAsString(name))
        .split('\n')
        .filter(line => !line.startsWith('#') && line !== '')
        .map(line => line.slice(name.length)),
  }
}
const say = (group: string, balance: object) =>
  sql`INSERT INTO accounting (consumer_group, balance) VALUES (${group}, ${sql.json(balance as never)})`

test('the lag of a partition is what lies behind the farthest of its start, its commit and its checkpoint', async () => {
  await sql`
    INSERT INTO checkpoints (consumer_group, partition, next_offset)
    VALUES (${GROUP}, 2, 95), ('another', 0, 100), ('another', 1, 100), (${GROUP}, 3, 101)`
  const gauges = open()
  await gauges.read([
    { partition: 0, start: 70, end: 100, committed: 60 },
    { partition: 1, start: 0, end: 100, committed: 90 },
    { partition: 2, start: 0, end: 100, committed: 90 },
    { partition: 3, start: 0, end: 100, committed: 90 },
  ])
  expect(gauges.askedFor()).toBe(GROUP)
  expect(await gauges.shown('projector_lag_events')).toEqual([
    '{partition="0"} 30',
    '{partition="1"} 10',
    '{partition="2"} 5',
    '{partition="3"} 0',
  ])
})

test('its age is that of the oldest entry in flight, while there is one', async () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
  await say('another', { types: {}, conflicts: 9, oldestByPartition: { 3: ago(9_000) } })
  await say(GROUP, {
    types: {},
    conflicts: 0,
    oldestByPartition: { 0: ago(5_000), 1: ago(7_000), 2: ago(-5_000) },
  })
  const gauges = open()
  await gauges.read(
    [0, 1, 2, 3].map(partition => ({ partition, start: 0, end: 10, committed: partition === 1 ? 10 : 9 })),
  )
  const seconds = (await gauges.shown('projector_lag_seconds')).map(line => Number(line.split(' ')[1]))
  expect(seconds.map(Math.sign)).toEqual([1, 0, 0, 0])
  expect(Math.floor((seconds[0] ?? 0) / 100)).toBe(50)
})

test('the accounting is the serving group’s, with every number of every type', async () => {
  await say('another', { types: { visit: account({ accepted: 99, balanced: false }) }, conflicts: 99 })
  const gauges = open()
  await gauges.read()
  expect(await gauges.shown('pipeline_balanced')).toEqual([' 0'])
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
  const types = { visit: account({}), conversion: account({ balanced: false }) }
  await sql`UPDATE accounting SET balance = ${sql.json({ types, conflicts: 0 })} WHERE consumer_group = ${GROUP}`
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
