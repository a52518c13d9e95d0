/** Records what staff see while a process is killed: for how long the figures stop, and what the status shows meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Desk } from './story.ts'

type Seen = { at: number; counted: number | null; lag: number | null; balanced: boolean | null | 'no answer' }

const EVERY_MS = 1_000

export const watchFigures = (desk: Desk) => {
  const seen: Seen[] = []
  const over = new AbortController()
  const look = async () => {
    while (!over.signal.aborted) {
      const at = performance.now()
      const [figures, pipeline] = await Promise.all([
        desk.figures().catch(() => null),
        desk.pipeline().catch(() => null),
      ])
      seen.push({
        at,
        counted: figures && figures.totalVisits + figures.totalConversions,
        lag: pipeline?.lag.seconds ?? null,
        balanced: pipeline ? pipeline.balanced : 'no answer',
      })
      await sleep(EVERY_MS)
    }
  }
  const done = look()
  return {
    /** Summary since the last call. */
    told: () => {
      const part = seen.splice(0)
      const lags = part.flatMap(({ lag }) => (lag === null ? [] : [lag]))
      const unknown = part.filter(({ lag }) => lag === null).length
      return {
        'figures stood': `${longestStand(part).toFixed(0)} s`,
        'lag at most': `${Math.max(0, ...lags).toFixed(0)} s, unknown ${unknown} of ${part.length} times`,
        balanced: [...new Set(part.map(({ balanced }) => String(balanced)))].join(', '),
      }
    },
    stop: async () => {
      over.abort()
      await done
    },
  }
}

/** Longest time in seconds between two changes of the figures, under constant traffic. Failed answers do not count. */
const longestStand = (seen: Seen[]): number => {
  const [first, ...rest] = seen
  if (!first) return 0
  let [longest, since, last] = [0, first.at, first.counted]
  for (const { at, counted } of rest) {
    longest = Math.max(longest, at - since)
    if (counted === null || counted === last) continue
    since = at
    last = counted
  }
  return longest / 1000
}
