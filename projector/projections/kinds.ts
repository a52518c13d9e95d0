/**
 * The kinds of events that read models tell apart. An event that comes again under its id as another kind leaves the read
 * models that counted it: their old buckets are refreshed, too.
 */
import type { LoggedEvent } from '@firsttouch/ingest/events'

export type Kind = 'tagged visit' | 'ab_test variant_assigned' | 'ab_test conversion' | LoggedEvent['type']

export const kindOf = (event: LoggedEvent): Kind => {
  if (event.type === 'ab_test')
    return event.event === 'conversion' ? 'ab_test conversion' : 'ab_test variant_assigned'
  return event.type === 'visit' && event.utm.utm_campaign !== '' ? 'tagged visit' : event.type
}

/** The same over a row of `events`. */
export const KIND_SQL = `multiIf(type = 'ab_test', concat('ab_test ', ab_event), type = 'visit' AND utm_campaign != '', 'tagged visit', toString(type))`

export const VISITS: Kind[] = ['visit', 'tagged visit']
export const AB_EVENTS: Kind[] = ['ab_test variant_assigned', 'ab_test conversion']
