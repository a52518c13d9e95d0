import { crc32 } from 'node:zlib'
import { type LogEnvelope, type LoggedEvent, timeInside } from '@firsttouch/ingest/events'
import { agentOf, isStandIn } from './agent.ts'
import { arrivalOf } from './channel.ts'
import { internText } from './intern.ts'

// biome-ignore format: columns in rows
export const EVENT_COLUMNS = [
  'minute', 'id', 'type', 'session', 'session_minute', 'occurred_at', 'received_at', 'bot', 'user_agent', 'network',
  'utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'referrer', 'page_path',
  'conversion_type', 'test_name', 'variant', 'ab_event', 'properties', 'log_partition', 'log_offset', 'log_index',
  'device', 'browser', 'clock_skew',
  'click_ids', 'link_faults', 'host', 'channel', 'referring_site',
] as const

export type EventRow = (string | number)[]
const PLACES = new Map<string, number>(EVENT_COLUMNS.map((name, at) => [name, at]))
export const cellsOf =
  (row: EventRow): ((column: string) => string) =>
  column =>
    String(row[PLACES.get(column) ?? -1])

export type EventPosition = { partition: number; offset: number; index: number }

/** Start of the minute in the UUIDv7 `id`, in seconds since 1970. It is the event's bucket in roll-ups. */
export const minuteOf = (id: string): number => Math.floor(timeInside(id) / 60_000) * 60

/** 2020 to 2100, in ms since 1970. Clients can forge other session times, even times that ClickHouse cannot store. */
const PLAUSIBLE = { from: 1_577_836_800_000, to: 4_102_444_800_000 }

/** Returns seconds since 1970. For a session id without a valid time, derives a minute in 1970 from its hash. */
export const sessionMinuteOf = (session: string): number => {
  const time = Number(/^utm_(\d{13})_/.exec(session)?.[1])
  if (time >= PLAUSIBLE.from && time < PLAUSIBLE.to) return Math.floor(time / 60_000) * 60
  return (crc32(session) % 100_000) * 60
}

/** Fields that all events of an entry share. */
export const sentBy = ({ receivedAt, bot, userAgent, network }: LogEnvelope) => ({
  receivedAt,
  bot,
  userAgent: isStandIn(userAgent) ? '' : userAgent,
  network,
  ...agentOf(userAgent),
})
type Sent = ReturnType<typeof sentBy>

export const eventRow = (sent: Sent, event: LoggedEvent, position: EventPosition): EventRow => {
  const utm = 'utm' in event ? event.utm : undefined
  const test = event.type === 'ab_test' ? event : undefined
  const action = 'properties' in event ? event : undefined
  const page = event.type === 'visit' ? event : undefined
  const touch = event.type === 'conversion' ? event : page
  const arrival = touch && arrivalOf(touch)
  return wellFormedRow([
    minuteOf(event.id),
    event.id.toLowerCase(),
    event.type,
    event.sessionId,
    sessionMinuteOf(event.sessionId),
    event.occurredAt,
    sent.receivedAt,
    sent.bot,
    sent.userAgent,
    sent.network,
    utm?.utm_source ?? '',
    utm?.utm_medium ?? '',
    utm?.utm_campaign ?? '',
    utm?.utm_content ?? '',
    utm?.utm_term ?? '',
    touch?.referrer ?? '',
    'pagePath' in event ? event.pagePath : '',
    action && 'conversionType' in action ? action.conversionType : '',
    test?.testName ?? '',
    'variant' in event ? event.variant : '',
    test?.event ?? '',
    textOf(action?.properties ?? recordOf(event)),
    position.partition,
    position.offset,
    position.index,
    sent.device,
    sent.browser,
    ('clockSkew' in event && event.clockSkew) || 0,
    touch?.clickIds?.join() ?? '',
    page?.linkFaults?.join() ?? '',
    page?.host ?? '',
    arrival?.channel ?? '',
    arrival?.site ?? '',
  ])
}

const textOf = (properties: Record<string, unknown>): string => {
  for (const _ in properties) return JSON.stringify(properties)
  return '{}'
}

const recordOf = (event: LoggedEvent): Record<string, unknown> => {
  if (!('version' in event)) return {}
  const { type: _, id: __, occurredAt: ___, sessionId: ____, ...record } = event
  return { ...record, utm: undefined }
}

const OF_ONE_EVENT = new Set(['id', 'session', 'occurred_at', 'received_at', 'properties'])
const IS_SHARED = EVENT_COLUMNS.map(name => !OF_ONE_EVENT.has(name))

/** Replaces lone surrogates, such as half of an emoji in a cut text. ClickHouse would reject the whole batch. */
const wellFormedRow = (row: EventRow): EventRow => {
  for (let i = 0; i < row.length; i++) {
    const cell = row[i]
    if (typeof cell === 'string') row[i] = IS_SHARED[i] ? internText(cell) : cell.toWellFormed()
  }
  return row
}

export const clickHouseTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 23)}`
