/** Which places of the log a group has counted. */
import type { ISql } from 'postgres'
import { findSetAside, isCountedAside, placeOf } from './dead-letters.ts'

export type Offsets = Map<number, number>
export type Offset = { partition: number; offset: number }

export const readOffsets = async (sql: ISql, group: string): Promise<Offsets> => {
  const rows = await sql<{ partition: number; next: string }[]>`
    SELECT partition, next_offset AS next FROM checkpoints WHERE consumer_group = ${group}`
  return new Map(rows.map(({ partition, next }) => [partition, Number(next)]))
}

export const countedAmong = async (
  sql: ISql,
  group: string,
  places: Offset[],
): Promise<(place: Offset) => boolean> => {
  if (places.length === 0) return () => false
  const committed = await readOffsets(sql, group)
  // The row of one that is set aside may be left by a replay that died.
  const aside = new Set((await findSetAside(sql, group, places)).filter(isCountedAside).map(placeOf))
  return place => place.offset < (committed.get(place.partition) ?? 0) && !aside.has(placeOf(place))
}
