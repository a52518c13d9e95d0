/** Among events with one id, the one at the lowest log position counts. Duplicates with other content are conflicts. */

import type { Occurrence } from '../entries/content.ts'
import type { EventPosition } from '../entries/rows.ts'

/**
 * Returns what `fresh` adds to the numbers of duplicates and conflicts. `known` has the rows that the store held
 * before. `isCounted` is false for rows of a batch that crashed before its commit.
 *
 * Earlier duplicates of the same id are subtracted and counted again. Example: the event at offset 9 counts. An event
 * with the same id arrives at offset 5 of another partition. Then the event at offset 9 is the duplicate.
 */
export const findLosses = (
  fresh: Occurrence[],
  known: Occurrence[],
  isCounted: (position: EventPosition) => boolean,
) => {
  const own = new Set(fresh.map(keyOf))
  const before = Map.groupBy(
    known.filter(row => !own.has(keyOf(row)) && isCounted(row)),
    ({ id }) => id,
  )
  return [...Map.groupBy(fresh, ({ id }) => id)].flatMap(([id, occurrences]) => {
    const counted = unique(before.get(id) ?? [])
    if (counted.length === 0 && occurrences.length === 1) return []
    return [...losers([...counted, ...occurrences], 1), ...losers(counted, -1)]
  })
}

type Place = EventPosition & { id: string }

/** Maps partitions to the offset after the last event that is no duplicate. Omits partitions with only duplicates. */
export const keptTo = (own: Place[], known: Place[]): Map<number, number> => {
  const winners = new Map<string, Place>()
  for (const place of own) {
    const other = winners.get(place.id)
    if (!other || inOrder(place, other) < 0) winners.set(place.id, place)
  }
  for (const place of known) {
    const winner = winners.get(place.id)
    if (winner && inOrder(place, winner) < 0) winners.delete(place.id)
  }
  const kept = new Map<number, number>()
  for (const { partition, offset } of winners.values())
    kept.set(partition, Math.max(kept.get(partition) ?? 0, offset + 1))
  return kept
}

export const keyOf = ({ partition, offset, index }: EventPosition): string =>
  `${partition}/${offset}/${index}`
const unique = (known: Occurrence[]): Occurrence[] => [
  ...new Map(known.map(row => [keyOf(row), row])).values(),
]

export const inOrder = (a: EventPosition, b: EventPosition): number =>
  a.offset - b.offset || a.partition - b.partition || a.index - b.index

const losers = (occurrences: Occurrence[], sign: 1 | -1) => {
  const [winner, ...others] = occurrences.toSorted(inOrder)
  return others.map(({ partition, type, content }) => ({
    partition,
    type,
    duplicates: sign,
    conflicts: content === winner?.content ? 0 : sign,
  }))
}
