/** Wakes one sleeper; a ring while nobody sleeps ends the next sleep at once. */
export type Bell = { ring(): void; sleep(ms: number, signal: AbortSignal): Promise<void> }

export const openBell = (): Bell => {
  let rung = false
  let wake: () => void = () => undefined
  return {
    ring: () => {
      rung = true
      wake()
    },
    sleep: async (ms, signal) => {
      if (!rung && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, ms)
        signal.addEventListener('abort', wake, { once: true })
        await promise
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
      }
      rung = false
    },
  }
}
