/**
 * Which events of a batch were counted before. The store keeps one row for each id, that of the lowest place in the log;
 * all other places are duplicates, of their own types, and those that say something else are conflicts.
 */
import type { Known } from './known.ts'
import type { Place } from './rows.ts'

export type Occurrence = Place & Pick<Known, 'id' | 'type' | 'content'>
/** Of one type in one partition; a place that loses its id to a lower one was no duplicate before. */
export type Loss = { partition: number; type: string; duplicates: number; conflicts: number }

/** What `fresh` adds to the losses; `known` is what the store held before, `isCounted` whether it was committed. */
export const lossesOf = (
  fresh: Occurrence[],
  known: Known[],
  isCounted: (place: Place) => boolean,
): Loss[] => {
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

const keyOf = ({ partition, offset, index }: Place): string => `${partition}/${offset}/${index}`
const unique = (known: Known[]): Known[] => [...new Map(known.map(row => [keyOf(row), row])).values()]

const losers = (occurrences: Occurrence[], sign: 1 | -1): Loss[] => {
  const [winner, ...others] = occurrences.toSorted(
    (a, b) => a.offset - b.offset || a.partition - b.partition || a.index - b.index,
  )
  return others.map(({ partition, type, content }) => ({
    partition,
    type,
    duplicates: sign,
    conflicts: content === winner?.content ? 0 : sign,
  }))
}
