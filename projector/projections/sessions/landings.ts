/**
 * Counts sessions by the page and device of their first visit. A session counts at its first event. Visits and conversions count at their
 * own time, under the session's first page and its first assigned landing page. So pages, devices, browsers and variants add up to the
 * totals of the same days.
 */
import type { SessionModel } from './row.ts'
import { minuteOf, OF_ACT } from './session.ts'

const began = (type: string) =>
  `(${type}, ${minuteOf('began')}, start.6, start.7, start.8, start.9, start.10, start.11, '', toUInt64(1))`

export const landings: SessionModel = {
  model: 'landing',
  each: 'act',
  // Only sessions with an engagement event are known to have bounced or stayed.
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
