/** Participants of an experiment, as in `participants.ts`, by what brought their session first as well. Who saw several variants is in none. */
import { VISITS } from '../kinds.ts'
import type { SessionModel } from './model.ts'
import { SEEN, seenOf } from './participants.ts'

export const segments: SessionModel = {
  model: 'segment',
  each: 'seen',
  list: 'arrayFilter(seen -> seen.4 = 0, exposures)',
  cells: { ...SEEN, utm_source: 'touch.2', utm_campaign: 'touch.3' },
  rows: session => {
    const [, utm_source = '', utm_campaign = ''] = session.touch ?? []
    const alone = session.exposures.filter(([, , , several]) => !several)
    return alone.map(seen => ({ ...seenOf(session, seen), utm_source, utm_campaign }))
  },
  reads: [...VISITS, 'ab_test variant_assigned', 'ab_test conversion', 'conversion'],
  feeds: [],
  since: 5,
  parity: {
    'visitors by source and campaign': { key: `concat(test_name, ' ', utm_source, ' ', utm_campaign)` },
  },
}
