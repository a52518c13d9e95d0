/** Distinct visits, made outside the measured time. */
import { v7 } from 'uuid'

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

/** A browser sends its own session's events: each batch is one session. */
export const batchBodies = (count: number, size: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    JSON.stringify({ events: Array.from({ length: size }, () => ({ type: 'visit', ...visit(i) })) }),
  )

export type Shape = { name: string; path: string; size: number }
export const SHAPES: Shape[] = [
  { name: 'single events', path: '/api/analytics/visit', size: 1 },
  { name: 'batches of 20', path: '/api/analytics/batch', size: 20 },
  { name: 'batches of 100', path: '/api/analytics/batch', size: 100 },
]
export const bodiesOf = ({ size }: Shape): string[] =>
  size === 1 ? singleBodies(20_000) : batchBodies(Math.ceil(40_000 / size), size)
