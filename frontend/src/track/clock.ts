/** Unix time in milliseconds that ignores changes of the system clock while the page is open. */

/** A larger backward jump means that the system clock was changed. Smaller ones are the browser's own corrections. */
const BACK_MS = 5_000
/** The monotonic clock may stop while the device sleeps, so a forward jump of up to this length counts as sleep. */
const LONGEST_SLEEP_MS = 30 * 24 * 60 * 60 * 1000

/** `elapsed` returns milliseconds from a monotonic clock. */
export const steadyClock = (now: () => number, elapsed: () => number): (() => number) => {
  let changed = 0
  let began = now() - elapsed()
  return () => {
    const begins = now() - elapsed()
    const jump = begins - began
    if (jump < -BACK_MS || jump > LONGEST_SLEEP_MS) changed += jump
    began = begins
    return now() - Math.round(changed)
  }
}
