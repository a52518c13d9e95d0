/**
 * Without `forMs`, concurrent calls share one call of `ask`. With `forMs`, calls share one call of `ask` that began at
 * most `forMs` ago, even if it has ended. After a rejection, the next call always calls `ask` again.
 */
export const coalesce = <T>(
  ask: () => Promise<T>,
  forMs?: number,
  now: () => number = () => performance.now(),
): (() => Promise<T>) => {
  let shared: { answer: Promise<T>; at: number } | undefined
  return () => {
    const at = now()
    // The absolute value handles a clock that was set back.
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
