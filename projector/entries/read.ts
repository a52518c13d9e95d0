/** Turns a log entry into events. Validates it, because ClickHouse would reject a whole batch for one invalid entry. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { type LogEnvelope, logEnvelope } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { jsonOf } from './json.ts'

/** A new version needs its schema in `ingest/events.ts`, golden files and a conversion of older entries here. */
export const ENTRY_VERSION = 1

/** Does not validate `requestId`, because it may be any text. */
const envelope = logEnvelope.omit({ requestId: true })

export const UNREADABLE_REASONS = ['not_json', 'future_version', 'schema'] as const
type UnreadableReason = (typeof UNREADABLE_REASONS)[number]
export type Unreadable = { ok: false; reason: UnreadableReason; detail: string }
export type Reading = { ok: true; envelope: LogEnvelope } | Unreadable

/** Returns the reason if the entry is unreadable. Never throws. */
export const readEntry = (record: Pick<LogRecord, 'value'>): Reading => {
  const entry = parseObject(record.value)
  if (!entry) return unreadable('not_json', 'the entry is not a JSON object')
  const { v } = entry
  if (typeof v === 'number' && v > ENTRY_VERSION)
    return unreadable(
      'future_version',
      `version ${v} is newer than this code, which reads up to ${ENTRY_VERSION}`,
    )
  const parsed = envelope.safeParse(entry)
  return parsed.success
    ? { ok: true, envelope: parsed.data }
    : unreadable('schema', `${z.prettifyError(parsed.error)}${requestOf(entry)}`)
}

/** Adds the request id to the detail, because ingest's logs have the same id. */
const requestOf = ({ requestId }: Record<string, unknown>): string =>
  typeof requestId === 'string' ? `\nrequest ${requestId.slice(0, 64)}` : ''

const unreadable = (reason: UnreadableReason, detail: string): Unreadable => ({ ok: false, reason, detail })

const parseObject = (text: string): Record<string, unknown> | undefined => {
  const value = jsonOf(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
