/**
 * Counts sessions by the page and device of their first visit. A session counts at its first event. Visits and
 * conversions count at the time of the visit or conversion, under the session's first page and its first landing page
 * variant. So pages, devices, browsers and variants add up to the totals of the same days.
 */
import type { SessionModel } from './row.ts'
import { minuteOf, OF_ACT } from './session.ts'

const began = (type: string) =>
  `(${type}, ${minuteOf('began')}, start.6, start.7, start.8, start.9, start.10, start.11, '', toUInt64(1))`

export const landings: SessionModel = {
  model: 'landing',
  each: 'act',
  // Without an engagement event, it is unknown whether a session bounced.
  list: `if(empty(acts), acts, arrayConcat(acts, [${began("'session'")}], if(empty(engaged), [], [${began("if(bounced, 'bounce', 'engaged')")}])))`,
  cells: {
    type: 'act.1',
    page: 'start.3',
    device: 'start.4',
    browser: 'start.5',
    variant: 'landing_variant',
    ...OF_ACT,
  },
}
