/** Participants of an experiment, as in `participants.ts`, by what brought their session first as well. Who saw several variants is in none. */

import { SEEN } from './participants.ts'
import type { SessionModel } from './row.ts'

export const segments: SessionModel = {
  model: 'segment',
  each: 'seen',
  list: 'arrayFilter(seen -> seen.4 = 0, exposures)',
  cells: { ...SEEN, utm_source: 'touch.2', utm_campaign: 'touch.3', channel: 'touch.4' },
  parity: {
    'visitors by source and campaign': { key: `concat(test_name, ' ', utm_source, ' ', utm_campaign)` },
  },
}
