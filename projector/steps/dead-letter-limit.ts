/** A circuit breaker. It stops the projector if too many entries fail, because the cause is then probably the code. */

export class TooManyDeadLetters extends Error {
  override name = 'TooManyDeadLetters'
}

export type Limits = { window: number; inWindow: number; inARow: number }
/** More than 1 % of the last 1,000 entries, or more than 100 in a row. Sentry's Arroyo uses the same limits. */
export const LIMITS: Limits = { window: 1_000, inWindow: 10, inARow: 100 }

export type Limit = {
  inARow: number
  /** `failed[i]` is true if entry i failed. Throws TooManyDeadLetters if a limit is exceeded. */
  check(failed: boolean[]): void
  add(failed: boolean[]): void
}

/** The limit `inWindow` applies only once `window` entries have been seen. */
export const openLimit = ({ window, inWindow, inARow }: Limits = LIMITS): Limit => {
  let recent: boolean[] = []
  return {
    inARow,
    check: failed => {
      const all = [...recent, ...failed]
      for (let end = recent.length + 1; end <= all.length; end++) {
        if (!all[end - 1]) continue
        const last = all.slice(Math.max(0, end - window), end)
        if (last.length > inARow && !last.slice(-inARow - 1).includes(false))
          throw new TooManyDeadLetters(`More than ${inARow} entries in a row failed.`)
        const among = last.filter(Boolean).length
        if (last.length === window && among > inWindow)
          throw new TooManyDeadLetters(`${among} of the last ${window} entries failed.`)
      }
    },
    add: failed => {
      recent = [...recent, ...failed].slice(-window)
    },
  }
}
