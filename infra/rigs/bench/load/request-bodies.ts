import { v7 } from 'uuid'
import { MINUTE_MS } from '../../../platform/timing.ts'

export const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const visit = (session: number) => ({
  id: v7(),
  occurredAt: new Date().toISOString(),
  sessionId: `utm_${Date.now()}_${session.toString(36)}`,
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: `campaign_${session % 20}`,
  utm_content: 'video_15s',
  utm_term: 'roofer near me',
  referrer: 'https://www.google.com/',
  pagePath: '/',
  userAgent: AGENT,
})

export const singleBodies = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => JSON.stringify(visit(i)))

/** Each batch holds the events of one session, as a browser sends them. */
export const batchBodies = (count: number, size: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({ events: Array.from({ length: size }, () => ({ type: 'visit', ...visit(i) })) }),
  )

/** New sessions, `everyMs` ms apart from `from` on: a visit, an exposure, visits and a conversion. */
export const sessionBodies = (count: number, size: number, from: number, everyMs: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({ events: sessionOf(i, size, Math.floor(from + i * everyMs), 1) }),
  )

const EVENTS = 10

/**
 * Sessions of ten minutes with an event a minute, at `perSecond` events/s in all. `past`: each session's events before `from`, in one
 * batch. `next`: the events of the following `seconds`, one request each.
 */
export const lastingBodies = (perSecond: number, seconds: number, from: number) => {
  const everyMs = (1_000 * EVENTS) / perSecond
  const first = from - EVENTS * MINUTE_MS
  const count = Math.ceil((from + seconds * 1_000 - first) / everyMs)
  const sessions = Array.from({ length: count }, (_, i) =>
    sessionOf(i, EVENTS, Math.floor(first + i * everyMs), MINUTE_MS),
  )
  const start = new Date(from).toISOString()
  const bodyOf = (events: unknown[]) => JSON.stringify({ events })
  return {
    past: sessions
      .map(events => events.filter(({ occurredAt }) => occurredAt < start))
      .filter(events => events.length > 0)
      .map(bodyOf),
    next: sessions
      .flat()
      .filter(({ occurredAt }) => occurredAt >= start)
      .sort((a, b) => a.occurredAt.localeCompare(b.occurredAt))
      .slice(0, perSecond * seconds)
      .map(event => bodyOf([event])),
  }
}

const sessionOf = (session: number, size: number, began: number, apartMs: number) =>
  Array.from({ length: size }, (_, n) => {
    const at = began + n * apartMs
    return {
      ...shown(n, size, session),
      sessionId: `utm_${began}_${session.toString(36)}`,
      id: v7({ msecs: at }),
      occurredAt: new Date(at).toISOString(),
    }
  })

const shown = (n: number, size: number, session: number) => {
  const { utm_source, utm_medium, utm_campaign } = visit(session)
  const test = { testName: 'landingPage', variant: session % 2 ? 'v2' : 'control' }
  if (n === 1) return { type: 'ab_test', ...test, event: 'variant_assigned' }
  if (n > 1 && n === size - 1)
    return {
      type: 'conversion',
      conversionType: 'button_click',
      firstTouchUtm: { utm_source, utm_medium, utm_campaign },
    }
  return { type: 'visit', ...visit(session) }
}

export type Shape = { name: string; path: string; size: number }
export const SHAPES: Shape[] = [
  { name: 'single events', path: '/api/analytics/visit', size: 1 },
  { name: 'batches of 20', path: '/api/analytics/batch', size: 20 },
  { name: 'batches of 100', path: '/api/analytics/batch', size: 100 },
]
export const bodiesOf = ({ size }: Shape): string[] =>
  size === 1 ? singleBodies(20_000) : batchBodies(Math.ceil(40_000 / size), size)
