/** Multiplies all time limits, for busy machines. */
const BUSY = 3
/** Pauses between checks, as a check may burden the system that it waits for. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 150

// Keep the real clock, because a test may fake it later.
const now = performance.now.bind(performance)
const wait = setTimeout

/** Resolves when `check` returns true. `timeoutMs`: limit on a quiet machine. Throws after BUSY times that. */
export const until = async (check: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> => {
  const began = now()
  while (!(await check())) {
    const waited = now() - began
    if (waited > BUSY * timeoutMs)
      throw new Error(`The condition was not true within ${BUSY} times ${timeoutMs} ms: ${check}`)
    const pause = Math.min(FIRST_PAUSE_MS + waited / 10, LONGEST_PAUSE_MS)
    await new Promise(resolve => wait(resolve, pause))
  }
}
