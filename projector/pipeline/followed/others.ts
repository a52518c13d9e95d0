/** Whether somebody else writes read models: whoever does asks for a version first. */
import type { Given, NextVersion } from '../../projections/versions.ts'

/** Then it is tried again after so long, and each time after twice as long. A release before this one knows no `LOCKS.refreshing`: its refresh must be over. */
export const QUIET_MS = { first: 1_000, most: 40_000 }

/** `forget` is called when somebody else has asked since we did. */
export const openOthers = (forget: () => void, quietMs = QUIET_MS) => {
  let last: string | undefined
  let until = 0
  let quiet = quietMs.first
  const pause = (ms: number): void => {
    forget()
    until = performance.now() + ms
  }
  return {
    pause,
    isQuiet: (): boolean => performance.now() < until,
    versions:
      (give: () => Promise<Given>): NextVersion =>
      async () => {
        const { version, previous } = await give()
        if (last !== undefined && previous !== last) {
          const followedFor = performance.now() - until
          // What came and went, as a repair does, and not another projector. Whoever asks again while it is quiet is still at it.
          if (followedFor > quiet) quiet = quietMs.first
          else if (followedFor >= 0) quiet = Math.min(2 * quiet, quietMs.most)
          pause(quiet)
        }
        last = version
        return version
      },
  }
}
