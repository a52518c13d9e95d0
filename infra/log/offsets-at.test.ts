import { expect, test } from 'vitest'
import { seededRandom } from '../platform/seeded-random.ts'
import type { Place } from './log.ts'
import { offsetsAt } from './offsets-at.ts'

type Entry = { offset: number; at: number }

/** Partitions with their entries in order. Some entries were deleted at the start and in between. */
const logOf = (partitions: { start: number; end: number; entries: Entry[] }[]) => ({
  positions: async () =>
    partitions.map(({ start, end }, partition) => ({ partition, start, end, committed: 0 })),
  timesAt: async (places: readonly Place[]) =>
    new Map(
      places.flatMap(({ partition, offset }) => {
        const found = partitions[partition]?.entries.find(entry => entry.offset >= offset)
        return found ? [[partition, new Date(found.at)] as const] : []
      }),
    ),
})

test('every entry from the returned offset on is at least as young as the time, and every earlier one is older', async () => {
  const random = seededRandom(17)
  const upTo = (n: number) => Math.floor(random() * n)
  for (let round = 0; round < 300; round++) {
    const partitions = Array.from({ length: 3 }, () => {
      const start = upTo(5)
      const end = start + upTo(40)
      let at = 1_000
      const entries: Entry[] = []
      for (let offset = start; offset < end; offset++) {
        at += upTo(3)
        if (random() < 0.8) entries.push({ offset, at })
      }
      return { start, end, entries }
    })
    const time = 990 + upTo(80)
    const found = await offsetsAt(logOf(partitions), 'readers', new Date(time))
    for (const [partition, { start, end, entries }] of partitions.entries()) {
      const offset = found.get(partition) ?? -1
      expect(offset).toBeGreaterThanOrEqual(start)
      expect(offset).toBeLessThanOrEqual(end)
      expect(entries.filter(({ at }) => at >= time)).toEqual(entries.filter(entry => entry.offset >= offset))
    }
  }
})
