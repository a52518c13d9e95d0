/** Participants of an experiment, as in `participants.ts`, by what brought their session first as well. Who saw several variants is in none. */
import { VISITS } from '../kinds.ts'
import type { SessionModel } from './model.ts'
import { SEEN } from './participants.ts'

export const segments: SessionModel = {
  model: 'segment',
  each: 'seen',
  list: 'arrayFilter(seen -> seen.4 = 0, exposures)',
  cells: { ...SEEN, utm_source: 'touch.2', utm_campaign: 'touch.3', channel: 'touch.4' },
  reads: [...VISITS, 'ab_test variant_assigned', 'ab_test conversion', 'conversion'],
  feeds: [],
  parity: {
    'visitors by source and campaign': { key: `concat(test_name, ' ', utm_source, ' ', utm_campaign)` },
  },
}
