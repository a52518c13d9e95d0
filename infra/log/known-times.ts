/** Caches the append time of one entry per partition, because callers often ask for the same entry again. */
import type { Place } from './log.ts'

/** `ask` returns null when the log holds no entry at or after the position. */
export const memoizeTimes = (
  ask: (place: Place) => Promise<Date | null>,
): ((places: readonly Place[]) => Promise<Map<number, Date>>) => {
  const known = new Map<number, { offset: number; at: Date }>()
  const timeAt = async ({ partition, offset }: Place): Promise<Date | null> => {
    const before = known.get(partition)
    if (before?.offset === offset) return before.at
    const at = await ask({ partition, offset })
    if (at) known.set(partition, { offset, at })
    return at
  }
  return async places => {
    const found = await Promise.all(
      places.map(async place => [place.partition, await timeAt(place)] as const),
    )
    return new Map(found.flatMap(([partition, at]) => (at ? [[partition, at]] : [])))
  }
}
