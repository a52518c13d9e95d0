/** `wake` ends the current `sleep`. If no `sleep` is running, the next one ends immediately. */
export type Wakeup = { wake(): void; sleep(ms: number, signal: AbortSignal): Promise<void> }

export const openWakeup = (): Wakeup => {
  let called = false
  let wake: () => void = () => undefined
  return {
    wake: () => {
      called = true
      wake()
    },
    sleep: async (ms, signal) => {
      if (!called && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, ms)
        signal.addEventListener('abort', wake, { once: true })
        await promise
        clearTimeout(timer)
        signal.removeEventListener('abort', wake)
      }
      called = false
    },
  }
}
