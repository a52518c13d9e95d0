/**
 * A log entry becomes events, or a reason why this code cannot read it.
 *
 * Every entry is held to the whole schema: a rebuild reads years of them, and one that only looks right would fail a
 * whole batch in the store. That costs 0.3 to 1 µs an event beside 0.6 to 1.2 µs for its JSON; a check written by hand
 * was measured beside it and saved nothing.
 */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { type LogEnvelope, timeInside } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { currentVersion, UPCASTS, type Upcast, upcast } from './upcasts.ts'

/** The `events` table keeps minutes in 32 bits of seconds, and an event's place in its entry in 8. */
const LAST_MS = 2 ** 32 * 1000
const MAX_EVENTS = 256

/** As Date's toISOString writes it: it is cut at fixed places. */
const time = z.iso
  .datetime({ precision: 3 })
  .refine(value => value >= '1970' && value < '2106', 'must lie between 1970 and 2105')
const id = z.uuid({ version: 'v7' }).refine(value => timeInside(value) < LAST_MS, 'must not lie after 2105')
const utm = z.object({
  utm_source: z.string(),
  utm_medium: z.string(),
  utm_campaign: z.string(),
  utm_content: z.string(),
  utm_term: z.string(),
})
const common = { id, occurredAt: time, sessionId: z.string() }
const properties = z.record(z.string(), z.unknown())
const version = z.int().positive()
const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('visit'), ...common, utm, referrer: z.string(), pagePath: z.string() }),
  z.object({
    type: z.literal('conversion'),
    ...common,
    conversionType: z.string(),
    utm,
    pagePath: z.string(),
    properties,
  }),
  z.object({
    type: z.literal('ab_test'),
    ...common,
    testName: z.string(),
    variant: z.string(),
    event: z.enum(['variant_assigned', 'conversion']),
    conversionType: z.string(),
    properties,
  }),
  z.object({
    type: z.enum(['lead_recorded', 'lead_changed']),
    ...common,
    lead: z.uuid(),
    version,
    recordedAt: time,
    form: z.string(),
    status: z.string(),
    spam: z.boolean(),
    deleted: z.boolean(),
    trial: z.boolean(),
    onboarding: z.boolean(),
    utm,
    variant: z.string(),
  }),
  z.object({
    type: z.literal('campaign_changed'),
    ...common,
    campaign: z.uuid(),
    version,
    createdAt: time,
    name: z.string(),
    platform: z.string(),
    date: z.iso.date(),
    utm,
    active: z.boolean(),
    archivedAt: time.nullable(),
  }),
])
const envelope = z.object({
  receivedAt: time,
  userAgent: z.string(),
  network: z.string(),
  bot: z.string(),
  events: z.array(event).min(1).max(MAX_EVENTS),
})

export type UnreadableReason = 'not_json' | 'future_version' | 'no_upcast' | 'schema'
export type Unreadable = { ok: false; reason: UnreadableReason; detail: string }
export type Reading = { ok: true; envelope: LogEnvelope } | Unreadable

/** Never throws. `upcasts` are given by tests alone. */
export const readEntry = (record: Pick<LogRecord, 'value'>, upcasts: Upcast[] = UPCASTS): Reading => {
  const entry = parseObject(record.value)
  if (!entry) return unreadable('not_json', 'the entry is not a JSON object')
  const current = currentVersion(upcasts)
  const { v } = entry
  if (typeof v === 'number' && v > current)
    return unreadable('future_version', `version ${v} is newer than this code, which reads up to ${current}`)
  if (typeof v !== 'number' || !Number.isInteger(v) || v < 1)
    return unreadable('no_upcast', `version ${JSON.stringify(v)} is none that was ever shipped`)
  const raised = v === current ? entry : raise(entry, v, upcasts)
  if (raised instanceof Error) return unreadable('no_upcast', raised.message)
  const parsed = envelope.safeParse(raised)
  return parsed.success
    ? { ok: true, envelope: { v: 1, ...parsed.data } }
    : unreadable('schema', `${z.prettifyError(parsed.error)}${requestOf(entry)}`)
}

/** Ingest's log lines of the request that brought the entry carry the same id. */
const requestOf = ({ requestId }: Record<string, unknown>): string =>
  typeof requestId === 'string' ? `\nof the request ${requestId.slice(0, 64)}` : ''

const unreadable = (reason: UnreadableReason, detail: string): Unreadable => ({ ok: false, reason, detail })

const raise = (entry: Record<string, unknown>, version: number, upcasts: Upcast[]) => {
  try {
    return upcast(entry, version, upcasts)
  } catch (error) {
    return new Error(`version ${version} could not be raised to the current one: ${error}`)
  }
}

const parseObject = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
