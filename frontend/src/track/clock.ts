/** Milliseconds since 1970 by the browser's clock at the time the page was opened. A later change of that clock has no effect. */

/** Browsers' own corrections are smaller. */
const BACK_MS = 5_000
/** A page sleeps for hours or days, during which `elapsed` may stand still. */
const LONGEST_SLEEP_MS = 30 * 24 * 60 * 60 * 1000

/** `elapsed`: milliseconds since any moment; it never jumps. */
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
