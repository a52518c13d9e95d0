/** The books step back while the projector catches up: the figures that staff look at come first, then their check. */
import type { Log } from '@firsttouch/infra/log/log'
import type { Rests } from './queue.ts'

/** Entries before the projector: hours of a small business's events. */
const FAR_BEHIND = 20_000
/** What is handed over in smaller batches is new: no need to ask. */
const LARGE_BATCH = 1_000
const ASK_EVERY_MS = 1_000
/** A projector that has stopped does not catch up: the books tell what waits for it. */
const STANDS_STILL_AFTER_MS = 30_000
/** Where the projector never gets to the end, the books still go on, slowly. */
const REST_AT_MOST_MS = 10 * 60_000

/** `group` is the projector's. `clock` in milliseconds. */
export const openRests = (
  log: Pick<Log, 'positions'>,
  group: string,
  clock: () => number = () => performance.now(),
): Rests => {
  const seen = { askedAt: Number.NEGATIVE_INFINITY, behind: 0, committed: 0, movedAt: clock() }
  let restingSince: number | null = null
  const look = async (): Promise<void> => {
    if (clock() - seen.askedAt < ASK_EVERY_MS) return
    const positions = await log.positions(group)
    const committed = positions.reduce((sum, position) => sum + position.committed, 0)
    const end = positions.reduce((sum, position) => sum + position.end, 0)
    if (committed !== seen.committed) seen.movedAt = clock()
    Object.assign(seen, { askedAt: clock(), behind: end - committed, committed })
  }
  const isCatchingUp = async (records: number): Promise<boolean> => {
    if (records < LARGE_BATCH) return false
    await look()
    return seen.behind > FAR_BEHIND && clock() - seen.movedAt < STANDS_STILL_AFTER_MS
  }

  return async records => {
    if (await isCatchingUp(records)) {
      restingSince ??= clock()
      if (clock() - restingSince < REST_AT_MOST_MS) return true
    }
    restingSince = null
    return false
  }
}
