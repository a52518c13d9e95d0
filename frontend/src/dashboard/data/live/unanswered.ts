/** What the dashboard asked and was not told in full, as while the analytics store is away: it is asked again by itself. */
import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../../api.ts'
import type { ReadName } from '../reads.ts'

type Asked = { queryKey: QueryKey; state: { error: unknown; data: unknown } }
const CAMPAIGNS: ReadName = 'campaigns'

/** A refusal of what was asked (4xx) stays one; a campaign's counts are null while nobody knows them. */
export const isUnanswered = ({ queryKey: [name], state: { error, data } }: Asked): boolean =>
  error === null
    ? name === CAMPAIGNS && Array.isArray(data) && data.some(isUncounted)
    : !(error instanceof ApiError && error.status < 500)

const isUncounted = (campaign: { clicks: unknown; visitors: unknown }): boolean =>
  campaign.clicks === null || campaign.visitors === null
