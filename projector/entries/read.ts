/**
 * A log entry becomes events, or a reason why this code cannot read it. The whole schema is asked, as one entry that only looks
 * right would fail a batch in the store: 0.3 to 1 µs an event beside 0.6 to 1.2 µs for its JSON. A check by hand saved nothing.
 */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { type LogEnvelope, logEnvelope } from '@firsttouch/ingest/events'
import { z } from 'zod'
import { jsonOf } from './json.ts'
import { currentVersion, UPCASTS, type Upcast, upcast } from './upcasts.ts'

/** Without what says nothing of events: the version was raised, and any text may name the request. */
const envelope = logEnvelope.omit({ v: true, requestId: true })

export const UNREADABLE_REASONS = ['not_json', 'future_version', 'no_upcast', 'schema'] as const
export type UnreadableReason = (typeof UNREADABLE_REASONS)[number]
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
  const value = jsonOf(text)
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
