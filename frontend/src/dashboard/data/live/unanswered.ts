/** What the dashboard asked and was not told in full, as while the analytics store is away: it is asked again by itself. */
import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../../api.ts'
import { readName } from '../reads.ts'

type Asked = { queryKey: QueryKey; state: { error: unknown; data: unknown } }

/** A refusal of what was asked (4xx) stays one; a campaign's counts are null while nobody knows them. */
export const isUnanswered = ({ queryKey, state: { error, data } }: Asked): boolean => {
  const name = readName(queryKey)
  if (name === undefined) return false
  if (error !== null) return !(error instanceof ApiError && error.status < 500)
  return name === 'campaigns' && Array.isArray(data) && data.some(isUncounted)
}

const isUncounted = (campaign: { clicks: unknown; visitors: unknown }): boolean =>
  campaign.clicks === null || campaign.visitors === null
