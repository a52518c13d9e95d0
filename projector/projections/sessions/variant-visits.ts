/** Visits by the landing page that their session was first assigned to, which may be told of after them. */
import { VISITS } from '../kinds.ts'
import { landingVariantOf } from './followed.ts'
import type { SessionModel } from './model.ts'

export const variantVisits: SessionModel = {
  model: 'variant_visit',
  each: 'act',
  list: `arrayFilter(act -> act.1 = 'visit' AND landing_variant != '', acts)`,
  cells: { at: 'act.2', variant: 'landing_variant', utm_source: 'act.3', utm_campaign: 'act.4', n: 'act.5' },
  rows: session => {
    const variant = landingVariantOf(session)
    if (variant === '') return []
    const visits = session.acts.filter(([type]) => type === 'visit')
    return visits.map(([, at, utm_source, utm_campaign, n]) => ({ at, variant, utm_source, utm_campaign, n }))
  },
  reads: [...VISITS, 'ab_test variant_assigned'],
  feeds: [],
  since: 5,
  parity: { 'visits by landing page': { key: 'variant' } },
}
