/** Whole seconds left until `end`, never below zero. */
export const secondsLeft = (end: number, now: number): number => Math.max(0, Math.ceil((end - now) / 1000))

/** mm:ss */
export const clockText = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
