import { envelope } from '@firsttouch/ingest/accept'
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { v7 } from 'uuid'
import type { Log } from '../../../log/log.ts'
import { AGENT } from './request-bodies.ts'

const DAY_MS = 86_400_000
const EVENTS_PER_SESSION = 3
const SENDER = { ip: '203.0.113.7', userAgent: '' }

export type Session = { entry: LogEnvelope; events: LoggedEvent[] }

/** A visit, an exposure, and in one session of ten a conversion. Sessions are in order and spread evenly over the days. */
export const sessionsOf = (events: number, days: number) => {
  const now = Date.now()
  const count = Math.ceil(events / EVENTS_PER_SESSION)
  const startOf = (index: number) =>
    Math.floor(now - 60_000 - (1 - (index * EVENTS_PER_SESSION) / events) * days * DAY_MS)
  return {
    count,
    take: (from: number, most: number): Session[] =>
      Array.from({ length: Math.min(most, count - from) }, (_, i) => {
        const own = eventsOf(from + i, startOf(from + i))
        // Give each entry an old time of receipt. Otherwise the repair of recently received events would refresh the
        // whole month.
        const received = new Date(own.at(-1)?.occurredAt ?? now)
        return { entry: envelope(own, AGENT, SENDER, received), events: own }
      }),
  }
}

const eventsOf = (index: number, at: number): LoggedEvent[] => {
  const sessionId = `utm_${at}_${index.toString(36)}`
  const identity = (ms: number) => ({
    id: v7({ msecs: at + ms }),
    occurredAt: new Date(at + ms).toISOString(),
    sessionId,
  })
  const utm = {
    utm_source: ['google', 'facebook', 'bing'][index % 3] ?? '',
    utm_medium: 'cpc',
    utm_campaign: `campaign_${index % 200}`,
    utm_content: '',
    utm_term: '',
  }
  const exposure = {
    testName: 'landingPage',
    variant: index % 2 ? 'v2' : 'control',
    event: 'variant_assigned',
    conversionType: '',
    properties: {},
  } as const
  return [
    { type: 'visit', ...identity(0), utm, referrer: '', pagePath: '/' },
    { type: 'ab_test', ...identity(50), ...exposure },
    index % 10 === 0
      ? {
          type: 'conversion',
          ...identity(30_000),
          conversionType: 'form_submission',
          utm,
          pagePath: '/',
          properties: {},
        }
      : { type: 'visit', ...identity(20_000), utm, referrer: '', pagePath: '/trial-signup' },
  ]
}

const AT_ONCE = 2_000

export const fillLog = async (log: Log, events: number, days: number): Promise<void> => {
  const { count, take } = sessionsOf(events, days)
  for (let from = 0; from < count; from += AT_ONCE)
    await log.append(
      take(from, AT_ONCE).map(({ entry, events: [first] }) => ({
        key: first?.sessionId ?? '',
        value: JSON.stringify(entry),
      })),
    )
}
