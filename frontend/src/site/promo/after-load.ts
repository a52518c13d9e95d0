/** Calls `run` so many ms after the page has loaded, at once where they have passed. Returns what cancels it. */
export const afterLoad = (ms: number, run: () => void): (() => void) => {
  let timer: number | undefined
  const start = () => {
    timer = window.setTimeout(run, Math.max(0, ms - sinceLoad()))
  }
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start, { once: true })
  return () => {
    window.clearTimeout(timer)
    window.removeEventListener('load', start)
  }
}

const sinceLoad = (): number => {
  const [page] = performance.getEntriesByType('navigation')
  return page instanceof PerformanceNavigationTiming && page.loadEventStart > 0
    ? performance.now() - page.loadEventStart
    : 0
}
