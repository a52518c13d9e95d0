/** Measures visible time, scroll depth and web vitals of each visit. Loaded after the page. */
import type { EngagementInput } from '@firsttouch/ingest/events'
import { onCLS, onINP, onLCP } from 'web-vitals'
import { attempt } from './attempt.ts'
import { timeOf } from './ids.ts'
import type { Tracker } from './tracker.ts'

/** Shortest visible time that is worth another event. */
const WORTH_MS = 1_000

/** Each event holds the totals of the visit so far, so read models use the last event of a visit. */
export const measureEngagement = (
  page: Window,
  { visitId, path, record }: Pick<Tracker, 'visitId' | 'path' | 'record'>,
): void => {
  const { document } = page
  let visibleMs = 0
  let reportedMs = -WORTH_MS
  let deepest = 0
  let vitals: Pick<EngagementInput, 'lcp' | 'inp' | 'cls'> = {}
  let since: number | undefined
  const look = () => {
    const { scrollHeight } = document.documentElement
    const percent = scrollHeight > 0 ? (100 * (page.scrollY + page.innerHeight)) / scrollHeight : 0
    deepest = Math.max(deepest, Math.min(100, Math.round(percent)))
  }
  const show = (at = performance.now()) => {
    since ??= at
    look()
  }
  const hide = () => {
    if (since === undefined) return
    visibleMs += performance.now() - since
    since = undefined
    if (visibleMs - reportedMs < WORTH_MS) return
    reportedMs = visibleMs
    const own = {
      visitId: visitId(),
      pagePath: path(),
      visibleMs: Math.round(visibleMs),
      scrollPercent: deepest,
    }
    attempt(() => record(common => ({ type: 'engagement', ...common, ...own, ...vitals })))
  }
  const restart = () => {
    visibleMs = deepest = 0
    reportedMs = -WORTH_MS
    vitals = {}
    show()
  }
  // Capture the event on the window, so that this listener runs before the document's listener sends the queue.
  page.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? hide() : show()),
    true,
  )
  page.addEventListener('pagehide', hide, true)
  page.addEventListener('pageshow', ({ persisted }) => persisted && restart(), true)
  page.addEventListener('scroll', look, { passive: true })
  if (document.visibilityState === 'visible')
    show(Math.max(0, performance.now() - Math.max(0, Date.now() - timeOf(visitId()))))
  // web-vitals reports final values only after this module's own listener has run, so request a report of each change.
  const all = { reportAllChanges: true }
  onLCP(({ value }) => Object.assign(vitals, { lcp: Math.round(value) }), all)
  onINP(({ value }) => Object.assign(vitals, { inp: Math.round(value) }), all)
  onCLS(({ value }) => Object.assign(vitals, { cls: Math.round(value * 1_000) / 1_000 }), all)
}
