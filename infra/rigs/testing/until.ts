/** A machine that others use as well is slow: a wait fails only after so many times what it is given. */
const BUSY = 3

/** Resolves when `check` is true; `timeoutMs` is what it may take on a quiet machine, and it throws long after that. */
export const until = async (check: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> => {
  const end = Date.now() + BUSY * timeoutMs
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`still not so after ${BUSY} times ${timeoutMs} ms: ${check}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
