/** Resolves when `check` is true; throws after `timeoutMs`. */
export const until = async (check: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> => {
  const end = Date.now() + timeoutMs
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`still not so after ${timeoutMs} ms: ${check}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
