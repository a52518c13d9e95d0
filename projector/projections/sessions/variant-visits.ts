/** Visits by the landing page that their session was first assigned to, which may be told of after them. */
import type { SessionModel } from './row.ts'

export const variantVisits: SessionModel = {
  model: 'variant_visit',
  each: 'act',
  list: `arrayFilter(act -> act.1 = 'visit' AND landing_variant != '', acts)`,
  cells: {
    at: 'act.2',
    variant: 'landing_variant',
    utm_source: 'act.3',
    utm_campaign: 'act.4',
    channel: 'act.5',
    referring_site: 'act.6',
    n: 'act.7',
  },
  parity: { 'visits by landing page': { key: 'variant' } },
}
