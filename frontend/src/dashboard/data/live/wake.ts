/** Notices that the computer slept: a connection that died meanwhile may go on looking alive for minutes. */

const TICK_MS = 5_000
const SLEPT_MS = 40_000

type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/** Timers stand still in sleep and slow down in hidden tabs, so only a page in view says that it woke. */
export const watchWake = (page: Page, onWake: () => void): (() => void) => {
  let last = Date.now()
  const look = () => {
    const slept = Date.now() - last > SLEPT_MS
    last = Date.now()
    if (slept && !page.hidden) onWake()
  }
  const timer = setInterval(look, TICK_MS)
  page.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    page.removeEventListener('visibilitychange', look)
  }
}
