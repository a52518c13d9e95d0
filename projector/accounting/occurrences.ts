/** Every time the log holds an event, in a table of its own: who came twice, and who came with another payload. */
import type { ClickHouseClient } from '@clickhouse/client'
import { INSERT_SETTINGS } from '@firsttouch/infra/stores/clickhouse'
import { change } from '@firsttouch/infra/stores/cluster'
import { minuteOf } from '../pipeline/rows.ts'
import { addCounts, type BookedType, type Counts } from '../pipeline/tally.ts'
import type { Places, Read } from './queue.ts'

/** `duplicates` by the type of those that lose, `conflicts` by the same among them with another payload. */
export type Losses = { duplicates: Counts; conflicts: number }

type Place = { partition: number; offset: number; index: number }
type Occurrence = Place & { id: string; type: BookedType; fingerprint: number }
type Row = { id: string; places: [string, number, number, number, number][] }

const MINUTES_PER_QUERY = 2_000

/**
 * Writes the occurrences of these entries and tells what they add to the losses. `settled` is what was counted before.
 * Doing it again after a crash in between gives the same answer: rows that are neither settled nor of these entries
 * are left-overs of an attempt, which come again.
 */
export const openOccurrences = (client: ClickHouseClient, db: string) => ({
  add: async (entries: Pick<Read, 'partition' | 'offset' | 'known'>[], settled: Places): Promise<Losses> => {
    const fresh = entries.flatMap(({ partition, offset, known }) =>
      known.map((event, index) => ({ partition, offset, index, ...event })),
    )
    if (fresh.length === 0) return { duplicates: {}, conflicts: 0 }
    await client.insert({
      table: `${db}.occurrences`,
      columns: ['minute', 'id', 'type', 'fingerprint', 'log_partition', 'log_offset', 'log_index'],
      values: fresh.map(({ id, type, fingerprint, partition, offset, index }) => [
        minuteOf(id),
        id,
        type,
        fingerprint,
        partition,
        offset,
        index,
      ]),
      format: 'JSONCompactEachRow',
      clickhouse_settings: INSERT_SETTINGS,
    })
    return lossesOf(fresh, await repeated(client, db, fresh), settled)
  },

  /** How many lie before these places. */
  count: async (places: Places): Promise<number> => {
    const result = await client.query({
      query: `
        SELECT count() AS n FROM ${db}.occurrences FINAL
        WHERE log_offset < transform(log_partition, {partitions: Array(UInt16)}, {places: Array(UInt64)}, toUInt64(0))`,
      query_params: { partitions: [...places.keys()], places: [...places.values()] },
      format: 'JSONEachRow',
    })
    const [row] = await result.json<{ n: number }>()
    return Number(row?.n)
  },

  clear: () => change(client, db, { query: 'TRUNCATE TABLE {db}.occurrences' }),
})

/** All places of the ids that have more than one, in the minutes of these occurrences. */
const repeated = async (client: ClickHouseClient, db: string, fresh: Occurrence[]): Promise<Row[]> => {
  const minutes = [...new Set(fresh.map(({ id }) => minuteOf(id)))]
  const found: Row[] = []
  for (let from = 0; from < minutes.length; from += MINUTES_PER_QUERY) {
    const result = await client.query({
      query: `
        SELECT toString(id) AS id,
          groupUniqArray((type, fingerprint, log_partition, log_offset, log_index)) AS places
        FROM ${db}.occurrences
        WHERE minute IN ({minutes: Array(DateTime('UTC'))})
        GROUP BY minute, id
        HAVING count() > 1`,
      query_params: { minutes: minutes.slice(from, from + MINUTES_PER_QUERY) },
      clickhouse_settings: { optimize_aggregation_in_order: 1 },
      format: 'JSONEachRow',
    })
    found.push(...(await result.json<Row>()))
  }
  return found
}

const keyOf = ({ partition, offset, index }: Place): string => `${partition}/${offset}/${index}`

const lossesOf = (fresh: Occurrence[], rows: Row[], settled: Places): Losses => {
  const isFresh = new Set(fresh.map(keyOf))
  const freshIds = new Set(fresh.map(({ id }) => id))
  const sum: Losses = { duplicates: {}, conflicts: 0 }
  for (const { id, places } of rows) {
    if (!freshIds.has(id)) continue
    const all = places.map(([type, fingerprint, partition, offset, index]) => {
      const place = { partition, offset, index }
      return { ...place, id, type: type as BookedType, fingerprint, fresh: isFresh.has(keyOf(place)) }
    })
    const before = all.filter(one => !one.fresh && one.offset < (settled.get(one.partition) ?? 0))
    const after = losersOf([...before, ...all.filter(one => one.fresh)])
    const earlier = losersOf(before)
    sum.duplicates = addCounts(addCounts(sum.duplicates, after.duplicates), earlier.duplicates, -1)
    sum.conflicts += after.conflicts - earlier.conflicts
  }
  return sum
}

/** All but the first in the log, by the order in which `events` keeps one: offset, then partition, then index. */
const losersOf = (occurrences: Occurrence[]): Losses => {
  const [winner, ...losers] = occurrences.toSorted(
    (a, b) => a.offset - b.offset || a.partition - b.partition || a.index - b.index,
  )
  const duplicates = losers.reduce<Counts>((sum, { type }) => addCounts(sum, { [type]: 1 }), {})
  return { duplicates, conflicts: losers.filter(one => one.fingerprint !== winner?.fingerprint).length }
}
