/**
 * Where sessions begin, and by what device: the first page of a session is that of its first visit. Sessions count at
 * their first event, visits and conversions when they occurred, under the page that their session began on. So pages,
 * devices and browsers each add up to the totals of the same days.
 */
import { VISITS } from '../kinds.ts'
import type { SessionModel } from './model.ts'
import { rowsFor } from './row.ts'
import { minuteOf } from './session.ts'

const BEGAN = `('session', ${minuteOf('began')}, start.6, start.7, toUInt64(1))`

export const landings: SessionModel = {
  model: 'landing',
  rows: rowsFor('landing', 'act', `if(empty(acts), acts, arrayPushBack(acts, ${BEGAN}))`, {
    at: 'act.2',
    type: 'act.1',
    page: 'start.3',
    device: 'start.4',
    browser: 'start.5',
    utm_source: 'act.3',
    utm_campaign: 'act.4',
    n: 'act.5',
  }),
  reads: [...VISITS, 'conversion'],
  feeds: ['analytics'],
  since: 2,
}
