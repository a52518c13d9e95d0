import type { FirstTouch } from '@firsttouch/api/contract/forms'
import type { Touch } from '@firsttouch/api/contract/leads'
import { labelOf } from '../words/labels.ts'

/**
 * Example: "Paid search / Google / Paid clicks (CPC) / spring_roofs". Leaves out the inferred medium organic and
 * source referral if channel and site say more.
 */
export const touchText = (touch: FirstTouch & Partial<Touch>): string => {
  const { channel, referringSite, utm_source, utm_medium, utm_campaign, utm_content, utm_term } = touch
  const source = (utm_source === 'referral' && referringSite) || labelOf(utm_source)
  const medium = channel && utm_medium === 'organic' ? '' : labelOf(utm_medium)
  return channel === 'Internal'
    ? channel
    : [channel, source, medium, utm_campaign, utm_content, utm_term].filter(Boolean).join(' / ')
}
