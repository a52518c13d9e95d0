/** Delays writes to the log, so that a busy log writes many entries together. Each write has a high fixed cost. */

export type Linger = {
  /** Resolves when the next write may begin: `ms` after the previous one began, or once enough entries wait. */
  over(): Promise<void>
  /** Call this when entries have been added. */
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
