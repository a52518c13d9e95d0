/** What is followed, in memory. What nobody has added to for longest goes first when it is too much. */
import { MINUTE_MS } from '@firsttouch/infra/platform/timing'
import type { Counts } from './counts.ts'
import type { Minute } from './sessions.ts'

/** Keys of counts, of which a session takes the place of eight: some 60 MB. */
const MOST = 400_000
const OF_A_SESSION = 8
const IDLE_MS = 20 * MINUTE_MS

type Kept<T> = { value: T; usedAt: number }

const openBuckets = <T>(sizeOf: (value: T) => number) => {
  const all = new Map<number, Kept<T>>()
  return {
    clear: (): void => all.clear(),
    has: (bucket: number): boolean => all.has(bucket),
    /** Use is noted. */
    get: (bucket: number): T | undefined => {
      const kept = all.get(bucket)
      if (kept) kept.usedAt = performance.now()
      return kept?.value
    },
    set: (bucket: number, value: T): void => void all.set(bucket, { value, usedAt: performance.now() }),
    sizes: () =>
      [...all].map(([bucket, { value, usedAt }]) => ({
        usedAt,
        size: sizeOf(value),
        drop: () => void all.delete(bucket),
      })),
  }
}

const sizeOfCounts = (counts: Counts): number => counts.size

export const openKept = (most = MOST) => {
  const eventMinutes = openBuckets(sizeOfCounts)
  const eventSums = openBuckets(sizeOfCounts)
  const sessionSums = openBuckets(sizeOfCounts)
  const sessionMinutes = openBuckets(
    ({ sessions, counts }: Minute) => OF_A_SESSION * sessions.size + counts.size,
  )
  const tables = [eventMinutes, eventSums, sessionMinutes, sessionSums]
  return {
    eventMinutes,
    eventSums,
    sessionMinutes,
    sessionSums,
    clear: (): void => {
      for (const { clear } of tables) clear()
    },
    /** Whether what has been used since then is not too much by itself. */
    shrink: (since: number): boolean => {
      const oldest = tables.flatMap(({ sizes }) => sizes()).toSorted((a, b) => a.usedAt - b.usedAt)
      let size = oldest.reduce((sum, one) => sum + one.size, 0)
      for (const one of oldest) {
        if (size <= most && one.usedAt > performance.now() - IDLE_MS) return true
        if (one.usedAt >= since) return false
        one.drop()
        size -= one.size
      }
      return true
    },
  }
}
export type KeptBuckets = ReturnType<typeof openKept>
