/** Measures how many bytes an event takes in each table of the store after all parts were merged. */
import type { ClickHouseClient } from '@clickhouse/client'
import { type EventRow, eventRow, sentBy } from '@firsttouch/projector/entries/rows'
import { openStore } from '@firsttouch/projector/steps/store'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { migrateClickHouse } from '../../stores/migrate.ts'
import { mergeAll, refreshFrom } from './dashboard/full-store.ts'
import { type Session, sessionsOf } from './load/traffic.ts'
import { row, type Table } from './table.ts'

type AtRest = { table: string; bytes: number; columns: { column: string; bytes: number }[] }

const AT_ONCE = 20_000
const NETWORKS = 200
const VERSIONS = 40
const REFERRERS = 60

/** Rows of `events` with varied networks, browsers and pages. As in the log, the entries lie in four partitions. */
const rowsOf = ({ entry, events }: Session, index: number): EventRow[] => {
  const said = {
    ...entry,
    network: `203.0.${index % NETWORKS}.0/24`,
    userAgent: `${entry.userAgent} Version/${index % VERSIONS}`,
  }
  return events.map((event, place) => {
    const own =
      event.type === 'visit'
        ? { ...event, referrer: `https://search${index % REFERRERS}.example/results` }
        : event
    return eventRow(sentBy(said), own, { partition: index % 4, offset: Math.floor(index / 4), index: place })
  })
}

export const fillByProjector = async (client: ClickHouseClient, db: string, events: number, days: number) => {
  const store = openStore(client, db)
  const { count, take } = sessionsOf(events, days)
  for (let from = 0; from < count; from += AT_ONCE)
    await store.insertEvents(take(from, AT_ONCE).flatMap((session, i) => rowsOf(session, from + i)))
  await refreshFrom(client, db, 0)
}

type Sizes = { table: string; column: string; bytes: number }

/** Bytes by table and column, the largest first. ClickHouse stores small parts in one file for all columns, so their columns are missing. */
export const readAtRest = async (client: ClickHouseClient, db: string): Promise<AtRest[]> => {
  await mergeAll(client, db)
  const ask = async (query: string) => {
    const answer = await client.query({ query, query_params: { db }, format: 'JSONEachRow' })
    return answer.json<Sizes>()
  }
  const tables = await ask(`
    SELECT table, sum(bytes_on_disk) AS bytes FROM system.parts
    WHERE active AND database = {db:String} GROUP BY table ORDER BY bytes DESC`)
  const columns = await ask(`
    SELECT table, column, sum(column_data_compressed_bytes) AS bytes FROM system.parts_columns
    WHERE active AND database = {db:String} GROUP BY table, column HAVING bytes > 0 ORDER BY bytes DESC`)
  return tables.map(({ table, bytes }) => ({
    table,
    bytes,
    columns: columns.filter(column => column.table === table),
  }))
}

const DATABASE = 'bench_at_rest'
/** The table leaves out columns that take fewer bytes an event than this. */
const SHOWN = 0.2

export const benchAtRest = async (dataDir: string, events: number): Promise<Table> => {
  const clickhouse = await openClickHouse({ dataDir })
  const client = clickhouse.client()
  await migrateClickHouse(client, DATABASE)
  await fillByProjector(client, DATABASE, events, 28)
  const found = await readAtRest(client, DATABASE)
  await clickhouse.close()
  const each = (bytes: number) => (bytes / events).toFixed(1)
  const all = found.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    title: `Bytes an event in the store, ${events.toLocaleString('en-GB')} events of 28 days, all parts merged`,
    head: ['', 'bytes', 'by column'],
    rows: [
      row('all tables', each(all), ''),
      ...found
        .filter(({ bytes }) => bytes / events > SHOWN)
        .map(({ table, bytes, columns }) =>
          row(
            table,
            each(bytes),
            columns
              .filter(column => column.bytes / events > SHOWN)
              .map(column => `${column.column} ${each(column.bytes)}`)
              .join(', '),
          ),
        ),
    ],
  }
}
