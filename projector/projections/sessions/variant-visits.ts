/** Visits by the landing page that their session was first assigned to, which may be told of after them. */
import type { SessionModel } from './row.ts'
import { OF_ACT } from './session.ts'

export const variantVisits: SessionModel = {
  model: 'variant_visit',
  each: 'act',
  list: `arrayFilter(act -> act.1 = 'visit' AND landing_variant != '', acts)`,
  cells: { variant: 'landing_variant', ...OF_ACT },
  parity: { 'visits by landing page': { key: 'variant' } },
}
