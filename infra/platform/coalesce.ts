/**
 * Callers share one answer: for `forMs` from the question on, or while it is pending where nothing is said. A failure is shared
 * only while it is pending.
 */
export const coalesce = <T>(
  ask: () => Promise<T>,
  forMs?: number,
  now: () => number = () => performance.now(),
): (() => Promise<T>) => {
  let shared: { answer: Promise<T>; at: number } | undefined
  return () => {
    const at = now()
    // A clock that was put back must not keep an answer until it is where it was.
    if (shared && (forMs === undefined || Math.abs(at - shared.at) <= forMs)) return shared.answer
    const own = { answer: ask(), at }
    const drop = () => {
      if (shared === own) shared = undefined
    }
    own.answer.then(forMs === undefined ? drop : undefined, drop)
    shared = own
    return own.answer
  }
}
