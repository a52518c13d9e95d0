/** Sessions with engagement events by what brought them, and whether they bounced, at their first visit. `converted`: 1 for one that stayed. */
import type { SessionModel } from './row.ts'
import { minuteOf } from './session.ts'

export const stays: SessionModel = {
  model: 'stay',
  each: 'one',
  list: `if(empty(acts) OR empty(engaged), [], [1])`,
  cells: {
    at: minuteOf('began'),
    utm_source: 'start.6',
    utm_campaign: 'start.7',
    channel: 'start.8',
    referring_site: 'start.9',
    converted: 'toUInt8(NOT bounced)',
  },
}
