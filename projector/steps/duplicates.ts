/**
 * Of several events with one id, the event at the lowest log position counts. The other events are duplicates. A
 * duplicate with other content is also a conflict.
 */

import type { Occurrence } from '../entries/content.ts'
import type { EventPosition } from '../entries/rows.ts'

/**
 * Duplicates and conflicts that the events of `fresh` add. `known`: rows that the store held before. `isCounted` is
 * false for rows of a crashed batch. If an earlier commit counted events of the same id, its duplicates are subtracted
 * and all duplicates counted again. Example: offset 9 counts, and an event with the same id arrives at offset 5 of
 * another partition. Then offset 9 is the duplicate.
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

/**
 * By partition, the offset after the last entry in `own` whose event survives deduplication. A partition with only duplicates is absent.
 */
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
