/** Visitors of campaigns. A session counts once per campaign, at its first visit through one of the campaign's links. */
import type { SessionModel } from './row.ts'
import { minuteOf } from './session.ts'

export const visitors: SessionModel = {
  model: 'visitor',
  each: 'came',
  list: 'campaigns',
  cells: { at: minuteOf('came.2'), utm_campaign: 'came.1' },
  parity: { 'visitors by campaign': { key: 'utm_campaign' } },
}
