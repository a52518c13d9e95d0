/** Test events with everything that read models distinguish: sessions, bots, both variants, repeated ids and versions. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import type { LoggedEvent } from '@firsttouch/ingest/events'
import {
  campaign,
  conversion,
  experimentChange,
  exposure,
  lead,
  NOON,
  recordsOf,
  spend,
  visit,
} from './events.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const [ann, bot, cat, dan, fay, gus] = [
  `utm_${NOON - 10 * MINUTE}_ann`,
  `utm_${NOON}_bot`,
  `utm_${NOON + 5 * MINUTE}_cat`,
  'dan',
  `utm_${NOON + 6 * MINUTE}_fay`,
  `utm_${NOON + 7 * MINUTE}_gus`,
] as const
const google = {
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: 'spring',
  utm_content: 'c',
  utm_term: 't',
}
const post = {
  utm_source: 'post',
  utm_medium: 'paper',
  utm_campaign: 'autumn',
  utm_content: 'x',
  utm_term: 'y',
}
const at = (sessionId: string, minutes: number) => ({ sessionId, at: NOON + minutes * MINUTE })
const shown = (variant: string, session: string, minutes: number) =>
  exposure(variant, session, NOON + minutes * MINUTE)
const tested = (variant: string, session: string, minutes: number, conversionType: string): LoggedEvent => ({
  ...shown(variant, session, minutes),
  event: 'conversion',
  conversionType,
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

/** Events that later batches replace: same ids, entries at lower offsets. */
const replaced = [
  visit({ ...at(dan, 1), utm: post, pagePath: '/replaced' }),
  shown('v2', dan, 2),
  conversion({ ...at(dan, 3), pagePath: '/replaced' }),
] as const
const ofDan = [
  visit({ ...at(dan, 1), id: replaced[0].id, utm: google, pagePath: '/dan' }),
  { ...shown('control', dan, 2), id: replaced[1].id },
  conversion({
    ...at(dan, 3),
    id: replaced[2].id,
    pagePath: '/dan',
    conversionType: 'whatsapp_click',
    utm: google,
  }),
]

/** A version of the lead of the session `ann`. */
const told = (version: number, day: string, fields: Parameters<typeof lead>[0] = {}) =>
  lead({ ...at(ann, 0), version, occurredAt: `${day}T00:00:00.000Z`, utm: google, ...fields })

const records = (events: LoggedEvent[], partition: number, from: number, fields = {}): LogRecord[] =>
  recordsOf(events, from, fields).map(record => ({ ...record, partition }))

/** Batches in the order of the log. */
export const BATCHES: LogRecord[][] = [
  [
    ...records([...replaced], 0, 90),
    ...records(
      [
        visit({ ...at(ann, 0), utm: google, pagePath: '/v2' }),
        visit({ ...at(ann, 0.5), utm: google, pagePath: '/v2' }),
        visit({ ...at(ann, 20), pagePath: '/' }),
        visit({ ...at(ann, 21), utm: google, pagePath: '/' }),
        shown('v2', ann, 0),
        shown('v2', ann, 0.4),
        shown('v2', ann, 22),
        conversion({ ...at(ann, -2), utm: google, pagePath: '/v2' }),
        conversion({ ...at(ann, -1), utm: google, pagePath: '/v2', conversionType: 'form_submission' }),
        conversion({ ...at(ann, -0.5), utm: google, pagePath: '/v2' }),
        conversion({ ...at(ann, -0.75), utm: google, pagePath: '/v2' }),
        conversion({ ...at(ann, 0), utm: google, pagePath: '/v2' }),
        conversion({ ...at(ann, 23), pagePath: '/', conversionType: 'of another release' }),
        tested('v2', ann, 20, 'stripe_intent'),
      ],
      1,
      40,
      { userAgent: FIREFOX },
    ),
    ...records(
      [
        visit({ ...at(bot, 0), utm: google }),
        shown('v2', bot, 0),
        conversion({ ...at(bot, 1), utm: google }),
        tested('v2', bot, 1, 'button_click'),
      ],
      1,
      50,
      { bot: 'user_agent' },
    ),
    ...records(
      [
        told(10, '2026-03-09', { status: 'qualified', trial: true }),
        told(9, '2026-03-08', { status: 'closed' }),
      ],
      1,
      60,
    ),
  ],
  [
    ...records(ofDan, 0, 10),
    ...records([shown('v2', cat, 6), shown('control', cat, 7), conversion(at(cat, 8))], 2, 5, {
      userAgent: SAFARI,
    }),
    ...records([conversion(at(fay, 8)), visit({ ...at(fay, 25), utm: post, pagePath: '/fay' })], 2, 7, {
      userAgent: SAFARI,
    }),
    ...records([shown('v2', gus, 7), shown('control', gus, 7)], 2, 30),
    ...records([visit({ ...at(ann, -5), utm: post, pagePath: '/earlier' })], 2, 9, { userAgent: SAFARI }),
    ...records(
      [
        told(1, '2026-03-01'),
        told(2, '2026-03-02', { status: 'qualified', spam: true }),
        campaign({
          name: 'Second',
          version: 2,
          active: false,
          archivedAt: '2026-03-03T00:00:00.000Z',
          utm: google,
        }),
        campaign({ name: 'First', utm: post }),
        spend({ version: 2, cost: '9.75', clicks: null, utm: google }),
        spend({ utm: google }),
        experimentChange({ version: 8, number: 2 }),
        experimentChange({ version: 7, state: 'running', step: 'start', winner: null, shares: [40, 60] }),
      ],
      2,
      20,
    ),
  ],
]
/** Events in other minutes, quarter-hours and sessions than those of BATCHES. */
export const LATER: LogRecord[] = records(
  [
    visit({ ...at(`utm_${NOON + DAY}_f`, 1_440), utm: google }),
    shown('v2', `utm_${NOON + DAY}_f`, 1_440),
    conversion({ ...at(`utm_${NOON + DAY}_f`, 1_440), utm: google }),
    lead({ ...at(`utm_${NOON + DAY}_f`, 1_440), lead: '01890000-0000-4000-8000-00000000000f' }),
  ],
  3,
  0,
)
