/** Finds reads that failed or are incomplete, as during an outage of ClickHouse. Each heartbeat refetches them. */
import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '../../../api.ts'
import type { ReadName } from '../reads.ts'

type Asked = { queryKey: QueryKey; state: { error: unknown; data: unknown } }
const CAMPAIGNS: ReadName = 'campaigns'

/** A 4xx would be refused again, so it is not retried. A campaign's counts are null while ClickHouse is unavailable. */
export const isUnanswered = ({ queryKey: [name], state: { error, data } }: Asked): boolean =>
  error === null
    ? name === CAMPAIGNS && Array.isArray(data) && data.some(isUncounted)
    : !(error instanceof ApiError && error.status < 500)

const isUncounted = (campaign: { clicks: unknown; visitors: unknown }): boolean =>
  campaign.clicks === null || campaign.visitors === null
