import type { Campaign } from '@firsttouch/api/contract/campaign'

/** Percent from 0 to 100: 0 without clicks, null while the counts cannot be had. */
export const campaignRate = ({
  clicks,
  conversions,
}: Pick<Campaign, 'clicks' | 'conversions'>): number | null =>
  clicks === null || conversions === null ? null : clicks === 0 ? 0 : (conversions / clicks) * 100
