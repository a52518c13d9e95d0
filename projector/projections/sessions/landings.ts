/**
 * Where sessions begin, and by what device: on the page of their first visit. Sessions count at their first event, visits and conversions
 * when they occurred, under the page that their session began on. So pages, devices and browsers add up to the totals of the same days.
 */
import { VISITS } from '../kinds.ts'
import type { SessionModel } from './model.ts'
import { minuteOf } from './session.ts'

const BEGAN = `('session', ${minuteOf('began')}, start.6, start.7, toUInt64(1))`

export const landings: SessionModel = {
  model: 'landing',
  each: 'act',
  list: `if(empty(acts), acts, arrayPushBack(acts, ${BEGAN}))`,
  cells: {
    at: 'act.2',
    type: 'act.1',
    page: 'start.3',
    device: 'start.4',
    browser: 'start.5',
    utm_source: 'act.3',
    utm_campaign: 'act.4',
    n: 'act.5',
  },
  reads: [...VISITS, 'conversion'],
  feeds: ['analytics'],
}
