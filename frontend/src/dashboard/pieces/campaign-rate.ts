import type { Campaign } from '@firsttouch/api/contract/campaign'

/** Conversions ÷ clicks in percent: 0 without clicks, null while the counts are unavailable. */
export const campaignRate = ({
  clicks,
  conversions,
}: Pick<Campaign, 'clicks' | 'conversions'>): number | null =>
  clicks === null || conversions === null ? null : clicks === 0 ? 0 : (conversions / clicks) * 100
