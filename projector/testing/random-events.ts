/** Events that a generator makes: of few sessions, times and texts, so that much of them is alike. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import fc from 'fast-check'
import { conversion, envelopeOf, exposure, NOON, visit } from './events.ts'

const MINUTE = 60_000

/** Of texts whose order differs by bytes and by UTF-16, too. */
const text = fc.constantFrom('', 'spring', '\u{fb00}', '\u{1f600}', `it's "a\\b"`)
const utm = fc.record({ utm_source: text, utm_medium: text, utm_campaign: text })
const type = fc.constantFrom('button_click' as const, 'stripe_intent' as const, 'whatsapp_click' as const)
const variant = fc.constantFrom('control', 'v2')
const testName = fc.constantFrom('landingPage', 'other')

type Of = (fields: { sessionId: string; at: number }) => LoggedEvent
const made: fc.Arbitrary<Of> = fc.oneof(
  fc.tuple(utm, fc.constantFrom('/', '/v2')).map(
    ([utm, pagePath]): Of =>
      of =>
        visit({ ...of, utm, pagePath }),
  ),
  fc.tuple(utm, type).map(
    ([utm, conversionType]): Of =>
      of =>
        conversion({ ...of, utm, conversionType }),
  ),
  fc.tuple(testName, variant).map(
    ([testName, variant]): Of =>
      ({ sessionId, at }) => ({
        ...exposure(variant, sessionId, at),
        testName,
      }),
  ),
  fc.tuple(testName, type).map(
    ([testName, conversionType]): Of =>
      ({ sessionId, at }) => ({
        ...exposure('v2', sessionId, at),
        ...{ testName, event: 'conversion', conversionType },
      }),
  ),
)
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Mobile/15E148 Safari/604.1'

const event = fc.record({
  made,
  at: fc.constantFrom(0, 1, 500, MINUTE - 1, MINUTE, 17 * MINUTE, -MINUTE, -26 * 60 * MINUTE),
  session: fc.constantFrom(`utm_${NOON}_a`, `utm_${NOON + 1}_b`, `utm_${NOON + 14 * MINUTE}_c`, 'made up'),
  bot: fc.constantFrom('' as const, '' as const, 'user_agent' as const),
  userAgent: fc.constantFrom('Mozilla/5.0', PHONE),
})
export type RandomEvent = typeof event extends fc.Arbitrary<infer T> ? T : never

/** For what must happen in each run. */
export const A_VISIT: RandomEvent = {
  made: of => visit(of),
  at: 0,
  session: `utm_${NOON}_a`,
  bot: '',
  userAgent: 'Mozilla/5.0',
}

export const randomBatch = fc.array(event, { minLength: 1, maxLength: 5 })

/** Each history tells of days of its own. */
export const DAYS_APART = 3 * 1_440 * MINUTE

/** As a log hands them over. `base` is added to all times. */
export const openHistory = (base: number, partition = 0) => {
  let offset = 1_000
  const records: LogRecord[] = []
  const told: RandomEvent[] = []
  const eventOf = ({ made, at, session }: RandomEvent): LoggedEvent =>
    made({
      sessionId: session.replace(/\d{13}/, began => String(Number(began) + base)),
      at: NOON + base + at,
    })
  const recordOf = (event: LoggedEvent, place: number, { bot, userAgent }: RandomEvent): LogRecord => ({
    partition,
    offset: place,
    key: event.sessionId,
    value: JSON.stringify(envelopeOf([event], { bot, userAgent })),
    appendedAt: new Date(NOON),
  })
  const next = () => {
    offset += 10
    return offset
  }
  const some = (which: number): LogRecord | undefined => records[which % Math.max(1, records.length)]
  return {
    of: (batch: RandomEvent[]): LogRecord[] => {
      const own = batch.map(one => recordOf(eventOf(one), next(), one))
      records.push(...own)
      told.push(...batch)
      return own
    },
    /** The same as one that came, under an id of its own. */
    alike: (which: number): LogRecord[] => {
      const one = told[which % Math.max(1, told.length)]
      return one ? [recordOf(eventOf(one), next(), one)] : []
    },
    again: (which: number): LogRecord[] => {
      const one = some(which)
      return one ? [{ ...one, offset: next() }] : []
    },
    /** Another event under the id of one that came, earlier in the log. */
    inPlaceOf: (which: number, [one]: RandomEvent[]): LogRecord[] => {
      const other = some(which)
      if (!other || !one) return []
      const [{ id }] = JSON.parse(other.value).events
      return [recordOf({ ...eventOf(one), id }, other.offset - 5, one)]
    },
  }
}
