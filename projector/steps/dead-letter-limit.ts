/** When so many entries fail that it must be the code: the projector then stops instead of setting everything aside. */

export class TooManyDeadLetters extends Error {
  override name = 'TooManyDeadLetters'
}

export type Limits = { window: number; inWindow: number; inARow: number }
/** More than 1 % of the last 1,000 entries, or more than 100 in a row. The same as in Sentry's Arroyo. */
export const LIMITS: Limits = { window: 1_000, inWindow: 10, inARow: 100 }

export type Limit = {
  inARow: number
  /** Throws TooManyDeadLetters when these entries, after those that were added before, break the limit. */
  check(failed: boolean[]): void
  add(failed: boolean[]): void
}

/** Fewer entries than the window holds are no base for a share: until then only failures in a row count. */
export const openLimit = ({ window, inWindow, inARow }: Limits = LIMITS): Limit => {
  let recent: boolean[] = []
  let row = 0
  return {
    inARow,
    check: failed => {
      const all = [...recent, ...failed]
      let run = row
      let among = recent.filter(Boolean).length
      for (let at = recent.length; at < all.length; at++) {
        if (at >= window && all[at - window]) among--
        run = all[at] ? run + 1 : 0
        if (!all[at]) continue
        among++
        if (run > inARow) throw new TooManyDeadLetters(`More than ${inARow} entries in a row failed.`)
        if (at + 1 >= window && among > inWindow)
          throw new TooManyDeadLetters(`${among} of the last ${window} entries failed.`)
      }
    },
    add: failed => {
      recent = [...recent, ...failed].slice(-window)
      const lastFine = failed.lastIndexOf(false)
      row = lastFine === -1 ? row + failed.length : failed.length - 1 - lastFine
    },
  }
}
