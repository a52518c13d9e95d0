/** A machine that others use as well is slow: a wait fails only after so many times what it is given. */
const BUSY = 3
/** Many checks ask a whole system, which has to get on with what is waited for. */
const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 150

// As they are when the process starts: a wait has to end where a test has put another clock in their place.
const now = performance.now.bind(performance)
const wait = setTimeout

/** Resolves when `check` is true; `timeoutMs` is what it may take on a quiet machine, and it throws long after that. */
export const until = async (check: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> => {
  const began = now()
  while (!(await check())) {
    const waited = now() - began
    if (waited > BUSY * timeoutMs)
      throw new Error(`still not so after ${BUSY} times ${timeoutMs} ms: ${check}`)
    const pause = Math.min(FIRST_PAUSE_MS + waited / 10, LONGEST_PAUSE_MS)
    await new Promise(resolve => wait(resolve, pause))
  }
}
