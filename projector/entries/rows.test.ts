import type { LoggedEvent } from '@firsttouch/ingest/events'
import { expect, test } from 'vitest'
import { bucketAt } from '../projections/rollup.ts'
import { campaign, conversion, envelopeOf, exposure, lead, NOON, visit } from '../testing/events.ts'
import { EVENT_COLUMNS, eventRow, minuteOf, sentBy, sessionMinuteOf } from './rows.ts'

/** Distinct values, so that a test notices a value in the wrong column. */
const UTM = {
  utm_source: 'a source',
  utm_medium: 'a medium',
  utm_campaign: 'a campaign',
  utm_content: 'a content',
  utm_term: 'a term',
}
const NO_UTM = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', utm_term: '' }
const SENT = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  network: '198.51.100.0/24',
  bot: 'a reason',
  receivedAt: '2026-03-02T01:02:03.456Z',
}
const POSITION = { partition: 3, offset: 41, index: 7 }

const rowOf = (event: LoggedEvent, fields = {}) => {
  const cells = eventRow(sentBy(envelopeOf([event], { ...SENT, ...fields })), event, POSITION)
  expect(cells).toHaveLength(EVENT_COLUMNS.length)
  return Object.fromEntries(EVENT_COLUMNS.map((column, at) => [column, cells[at]]))
}

const COMMON = {
  minute: NOON / 1000,
  session: 'utm_1772368200000_a',
  session_minute: 1_772_368_200,
  occurred_at: '2026-03-01T12:29:58.765Z',
  received_at: '2026-03-02T01:02:03.456Z',
  bot: SENT.bot,
  user_agent: SENT.userAgent,
  network: SENT.network,
  device: 'desktop',
  browser: 'Firefox',
  clock_skew: 0,
  log_partition: 3,
  log_offset: 41,
  log_index: 7,
}
const EMPTY = {
  ...{ ...NO_UTM, referrer: '', page_path: '', conversion_type: '' },
  ...{ test_name: '', variant: '', ab_event: '', properties: '{}' },
  ...{ click_ids: '', link_faults: '', host: '', channel: '', referring_site: '' },
}
const own = {
  at: NOON + 59_999,
  sessionId: COMMON.session,
  occurredAt: '2026-03-01T12:29:58.765Z',
}

test.each<[string, LoggedEvent, object]>([
  [
    'a visit',
    visit({
      ...own,
      ...{ utm: UTM, referrer: 'https://a.example/', pagePath: '/a-page' },
      ...{ clickIds: ['gclid', 'fbclid'], linkFaults: ['a fault'], host: 'a.host' },
    }),
    {
      ...{ ...UTM, referrer: 'https://a.example/', page_path: '/a-page' },
      ...{ click_ids: 'gclid,fbclid', link_faults: 'a fault', host: 'a.host' },
      ...{ channel: 'Paid search', referring_site: 'a.example' },
    },
  ],
  [
    'a conversion',
    conversion({
      ...own,
      ...{ utm: UTM, pagePath: '/a-page', conversionType: 'a type', properties: { a: 1 } },
      ...{ referrer: 'https://a.example/', clickIds: ['ttclid'] },
    }),
    {
      ...{ ...UTM, page_path: '/a-page', conversion_type: 'a type', properties: '{"a":1}' },
      ...{ referrer: 'https://a.example/', click_ids: 'ttclid' },
      ...{ channel: 'Paid social', referring_site: 'a.example' },
    },
  ],
  [
    'an event of an A/B test',
    {
      ...exposure('an arm', own.sessionId, own.at),
      occurredAt: own.occurredAt,
      testName: 'a test',
      event: 'conversion',
      conversionType: 'a type',
      properties: { b: 'x' },
    },
    {
      test_name: 'a test',
      variant: 'an arm',
      ab_event: 'conversion',
      conversion_type: 'a type',
      properties: '{"b":"x"}',
    },
  ],
])('each field of %s has its column', (_, event, expected) => {
  expect(rowOf(event)).toEqual({ ...EMPTY, ...COMMON, id: event.id, type: event.type, ...expected })
})

test.each<[string, LoggedEvent]>([
  ['lead', lead({ ...own, utm: UTM, variant: 'an arm', status: 'qualified', spam: true })],
  ['campaign', { ...campaign({ utm: UTM, name: 'a name' }), sessionId: own.sessionId }],
])('a %s stores fields without a column as properties', (_, event) => {
  const { type, id, occurredAt, sessionId, utm, ...record } = event as LoggedEvent & { utm: object }
  const row = rowOf(event)
  expect(row).toMatchObject({ type, id, ...utm, session: sessionId, occurred_at: occurredAt })
  expect(JSON.parse(String(row.properties))).toEqual(record)
})

test('half an emoji in any field becomes a character that the store accepts', () => {
  const cut = 'a\ud83d'
  const row = rowOf(visit({ utm: { utm_term: cut }, referrer: cut, pagePath: cut }), { userAgent: cut })
  for (const column of ['utm_term', 'referrer', 'page_path', 'user_agent'])
    expect(row[column]).toBe('a\ufffd')
})

const PLAIN_MINUTES = 100_000 * 60
test.each([
  ['utm_1577836799999_a', 'before 2020', false],
  ['utm_1577836800000_a', 'the first moment of 2020', true],
  ['utm_1772368259999_a', 'the last moment of a minute', true],
  ['utm_4102444799999_a', 'the last moment of 2099', true],
  ['utm_4102444800000_a', '2100', false],
  ['utm_9999999999999_a', 'a year that no column holds', false],
  ['utm_177236820000_a', 'twelve digits', false],
  ['utm_17723682000000_a', 'fourteen digits', false],
  ['xutm_1772368200000_a', 'text before the prefix', false],
  ['without a time', 'no time', false],
])('the minute of session %s (%s)', (session, _, timed) => {
  const minute = sessionMinuteOf(session)
  expect(minute % 60).toBe(0)
  if (timed) expect(minute).toBe(Math.floor(Number(session.slice(4, 17)) / 60_000) * 60)
  else expect(minute).toBeLessThan(PLAIN_MINUTES)
})

test('sessions without a time spread over many minutes, and each session always gets the same minute', () => {
  const sessions = Array.from({ length: 500 }, (_, i) => `session ${i}`)
  const minutes = sessions.map(sessionMinuteOf)
  expect(sessions.map(sessionMinuteOf)).toEqual(minutes)
  expect(new Set(minutes).size).toBeGreaterThan(490)
  expect(Math.max(...minutes)).toBeGreaterThan(PLAIN_MINUTES / 2)
})

test('the buckets of an event depend only on its id and its session id', () => {
  const at = Date.parse('2026-03-01T12:44:59.999Z')
  const event = visit({ at, sessionId: `utm_${at - 3_600_000}_a`, occurredAt: '2025-01-01T00:00:00.000Z' })
  const clock = (time: string) => Date.parse(`2026-03-01T${time}Z`) / 1000
  expect(minuteOf(event.id)).toBe(clock('12:44:00'))
  const minutes = { minute: minuteOf(event.id), sessionMinute: sessionMinuteOf(event.sessionId) }
  expect(bucketAt('minute', minutes)).toBe(clock('12:44:00'))
  expect(bucketAt('quarter_hour', minutes)).toBe(clock('12:30:00'))
  expect(bucketAt('session_minute', minutes)).toBe(clock('11:44:00'))
  expect(bucketAt('session_quarter_hour', minutes)).toBe(clock('11:30:00'))
})
