/** Redacts an event and the fields of its log entry. */
import type { LoggedEvent } from '@firsttouch/ingest/events'
import { standInOf } from '../entries/agent.ts'
import { arrivalOf } from '../entries/channel.ts'
import type { Redaction } from '../steps/read.ts'

/** `concerns` selects the events to redact. `of` is called only for these. */
export type EventRedaction = Pick<Redaction, 'concerns'> & { of: (event: LoggedEvent) => LoggedEvent }

/**
 * If an event needs redaction, its entry loses the network, and the user agent is reduced to device and browser. All
 * events of an entry belong to one session, so no other session is affected.
 */
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

/** Removes page paths and shortens the referrer to its site. A rebuild derives the same channel from the site. */
export const withoutPages = (event: LoggedEvent): LoggedEvent => {
  if (event.type === 'visit' || event.type === 'conversion')
    return { ...event, referrer: arrivalOf(event).site, pagePath: '' }
  return event.type === 'engagement' ? { ...event, pagePath: '' } : event
}
