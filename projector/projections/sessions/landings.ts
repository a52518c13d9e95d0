/**
 * Where sessions begin, and by what device: on the page of their first visit. Sessions count at their first event, visits and conversions
 * when they occurred, under the page that their session began on and the landing page that it was first assigned to. So pages, devices,
 * browsers and variants add up to the totals of the same days.
 */
import type { SessionModel } from './row.ts'
import { minuteOf, OF_ACT } from './session.ts'

const began = (type: string) =>
  `(${type}, ${minuteOf('began')}, start.6, start.7, start.8, start.9, start.10, start.11, '', toUInt64(1))`

export const landings: SessionModel = {
  model: 'landing',
  each: 'act',
  // Whether a session bounced is known where an engagement event came.
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
