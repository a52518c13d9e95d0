/** Rows of the tables that are followed, as they are inserted. */
import type { ClickHouseClient } from '@clickhouse/client'
import { allEnded } from '@firsttouch/infra/platform/timing'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import type { Cell, Rollup } from '../../projections/rollup.ts'
import { sessionEvents } from '../../projections/session-events.ts'
import { clickHouseTime } from '../rows.ts'
import type { Count } from './counts.ts'
import type { Alike } from './sessions.ts'

export type Written = { rollup: Rollup; counts: Count[] }

export const write = async (
  client: ClickHouseClient,
  db: string,
  tables: Written[],
  version: string,
): Promise<void> => {
  const insert = async ({ rollup, counts }: Written): Promise<void> => {
    if (counts.length === 0) return
    const { table, bucket, keys } = rollup
    await client.insert({
      table: `${db}.${table}`,
      columns: [bucket, ...Object.keys(keys), 'n', 'version', 'gone'],
      values: counts.map(({ bucket, cells, n }) => [bucket, ...cells, n, version, n === 0 ? 1 : 0]),
      format: 'JSONCompactEachRow',
      clickhouse_settings: INSERT_SETTINGS,
    })
  }
  await allEnded(tables.map(insert))
}

const SESSION_COLUMNS = Object.keys(sessionEvents.keys) as (keyof Alike)[]

export const sessionRowsOf = (events: Alike[]): Count[] =>
  events.map(event => ({
    bucket: event.minute,
    cells: SESSION_COLUMNS.map(
      (name): Cell => (name === 'at' ? clickHouseTime(new Date(event.at).toISOString()) : event[name]),
    ),
    n: event.n,
  }))
