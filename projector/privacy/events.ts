/** What a redaction takes out of an event and of the entry that it came in. */
import type { LogEnvelope, LoggedEvent } from '@firsttouch/ingest/events'
import { standInOf } from '../pipeline/agent.ts'
import type { Redact } from '../pipeline/entry-rows.ts'

/** Answers the event itself when there is nothing to take out. */
export type RedactEvent = (event: LoggedEvent) => LogEnvelope['events'][number]

/** An entry holds events of one session: what they share about the sender goes with it, but for the browser's class. */
export const redacting =
  (redactEvent: RedactEvent): Redact =>
  envelope => {
    const events = envelope.events.map(redactEvent)
    if (events.every((event, index) => event === envelope.events[index])) return envelope
    return { ...envelope, userAgent: standInOf(envelope.userAgent), network: '', events }
  }

export const withoutPages = (event: LoggedEvent): LoggedEvent => {
  if (event.type === 'visit') return { ...event, referrer: '', pagePath: '' }
  return event.type === 'conversion' ? { ...event, pagePath: '' } : event
}
