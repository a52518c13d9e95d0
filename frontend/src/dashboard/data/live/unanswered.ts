/** Reads that failed or came back incomplete, as while the analytics store is away: they are asked again by themselves. */
import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../../api.ts'
import type { ReadName } from '../reads.ts'

type Asked = { queryKey: QueryKey; state: { error: unknown; data: unknown } }
const CAMPAIGNS: ReadName = 'campaigns'

/** A refusal (4xx) would only be refused again; a campaign's counts are null while they are not known. */
export const isUnanswered = ({ queryKey: [name], state: { error, data } }: Asked): boolean =>
  error === null
    ? name === CAMPAIGNS && Array.isArray(data) && data.some(isUncounted)
    : !(error instanceof ApiError && error.status < 500)

const isUncounted = (campaign: { clicks: unknown; visitors: unknown }): boolean =>
  campaign.clicks === null || campaign.visitors === null
