import type { FirstTouch } from '@firsttouch/api/contract/forms'
import type { Touch } from '@firsttouch/api/contract/leads'
import { labelOf } from '../words/labels.ts'

/**
 * A touch as its channel and tags say: Paid search / Google / Paid clicks (CPC) / spring_roofs. Empty when nothing is known of it. The
 * inferred medium organic says less than the channel, and the inferred source referral less than the site.
 */
export const touchText = (touch: FirstTouch & Partial<Touch>): string => {
  const { channel, referringSite, utm_source, utm_medium, utm_campaign, utm_content, utm_term } = touch
  const source = (utm_source === 'referral' && referringSite) || labelOf(utm_source)
  const medium = channel && utm_medium === 'organic' ? '' : labelOf(utm_medium)
  return channel === 'Internal'
    ? channel
    : [channel, source, medium, utm_campaign, utm_content, utm_term].filter(Boolean).join(' / ')
}
