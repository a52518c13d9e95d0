/** Retries with exponential back-off, and when the browser is online again. React.lazy would cache the failure. */
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000
/** Name of the event that is sent to the window after each failure. */
export const NOT_LOADED = 'not-loaded'

/** Calls `use` once. Returns a function that stops the retries. */
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
