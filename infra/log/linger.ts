/** When a log writes again: each write costs as much as many entries, so a busy log waits for more of them to share it. */

export type Linger = {
  /** Resolves when the next write may begin: at once in an idle log, and while enough waits. */
  over(): Promise<void>
  /** More waits than before. */
  look(): void
}

/** Writes begin `ms` apart, unless `isEnough` says that enough waits for one. */
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
