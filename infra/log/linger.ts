/** Decides when the log writes next. A write costs as much as many entries, so a busy log writes them together. */

export type Linger = {
  /** Resolves when the next write may begin. An idle log, or one with enough entries, does not wait. */
  over(): Promise<void>
  /** Call after more entries have arrived. */
  look(): void
}

/** Writes begin at least `ms` apart, unless `isEnough` returns true. */
export const openLinger = (ms: number, isEnough: () => boolean): Linger => {
  let beganAt = Number.NEGATIVE_INFINITY
  let end: (() => void) | undefined
  const rest = (left: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, left)
      end = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    async over() {
      const left = beganAt + ms - performance.now()
      if (left > 0 && !isEnough()) await rest(left)
      end = undefined
      beganAt = performance.now()
    },
    look: () => {
      if (end && isEnough()) end()
    },
  }
}
