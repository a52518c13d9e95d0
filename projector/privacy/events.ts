/** Redacts an event and the fields of its log entry. */
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { standInOf } from '../entries/agent.ts'
import { arrivalOf } from '../entries/channel.ts'
import type { Redaction } from '../steps/read.ts'

/** `of` is called only for events that `concerns` accepts. */
export type EventRedaction = Pick<Redaction, 'concerns'> & { of: (event: LoggedEvent) => LoggedEvent }

/** Also redacts the entry's fields about the sender, except device and browser. An entry has events of one session. */
export const redacting = (...parts: EventRedaction[]): Redaction => {
  const concerns: Redaction['concerns'] = event => parts.some(part => part.concerns(event))
  const redacted = (event: LoggedEvent) =>
    parts.reduce((left, part) => (part.concerns(left) ? part.of(left) : left), event)
  return {
    concerns,
    of: envelope =>
      envelope.events.some(concerns)
        ? {
            ...envelope,
            userAgent: standInOf(envelope.userAgent),
            network: '',
            events: envelope.events.map(redacted),
          }
        : envelope,
  }
}

/** Removes pages, but not the referring site, so that a rebuild derives the same channel. */
export const withoutPages = (event: LoggedEvent): LoggedEvent => {
  if (event.type === 'visit' || event.type === 'conversion')
    return { ...event, referrer: arrivalOf(event).site, pagePath: '' }
  return event.type === 'engagement' ? { ...event, pagePath: '' } : event
}
