/** Of one id the event at the lowest position in the log counts; all others are duplicates, and conflicts if they say something else. */
import type { Known } from './known.ts'
import type { EventPosition } from './rows.ts'

export type Occurrence = EventPosition & Pick<Known, 'id' | 'type' | 'content'>
type Loss = { partition: number; type: string; duplicates: number; conflicts: number }

/** What `fresh` adds; `known` is what the store held before, of which some may be left by a batch that died. */
export const lossesOf = (
  fresh: Occurrence[],
  known: Known[],
  isCounted: (position: EventPosition) => boolean,
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

const keyOf = ({ partition, offset, index }: EventPosition): string => `${partition}/${offset}/${index}`
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
