/**
 * Code that comes in a file of its own may fail to come: a tunnel, a train, a server that restarts. It is asked for until
 * it is there: after growing pauses, and at once when the browser is online again. (A browser forgets a failed import(),
 * React.lazy would keep the failure for good.)
 */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000
/** The event that the window gets after each failure. */
export const NOT_LOADED = 'not-loaded'

/** Calls `use` once with what `load` resolves to; returns what stops the trying. */
export const loadUntilThere = <T>(load: () => Promise<T>, use: (piece: T) => void): (() => void) => {
  let stopped = false
  let pause = FIRST_PAUSE_MS
  let wake: () => void = () => undefined

  const attempt = (): void => {
    load().then(
      piece => stopped || use(piece),
      (error: unknown) => {
        console.warn('Not loaded yet:', error)
        dispatchEvent(new Event(NOT_LOADED))
        if (!stopped) wait()
      },
    )
  }
  const wait = (): void => {
    const again = () => {
      wake()
      attempt()
    }
    const timer = setTimeout(again, pause)
    addEventListener('online', again)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    wake = () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }
  attempt()
  return () => {
    stopped = true
    wake()
  }
}
