import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api.ts'
import { LIVE_PATH, queriesNamed, READS, type ReadName, readsAfter } from '../reads.ts'
import { openRefetcher } from '../refetcher.ts'
import { watchShown } from './shown-as-of.ts'
import { openStream, type StreamStatus } from './stream.ts'

type Freshness = { status: StreamStatus; asOf: string | null; lagMs: number | null }

export const useLive = (): Freshness => {
  const client = useQueryClient()
  const [freshness, setFreshness] = useState<Freshness>({ status: 'connecting', asOf: null, lagMs: null })
  useEffect(() => {
    const refetcher = openRefetcher<ReadName>(
      name => client.invalidateQueries(queriesNamed(name)),
      name => READS[name].spacingMs,
    )
    const shown = watchShown(client, refetcher.isWaiting, asOf =>
      setFreshness(before => (before.asOf === asOf ? before : { ...before, asOf })),
    )
    const stream = openStream(() => new EventSource(LIVE_PATH), {
      onMessage: ({ changed, asOf, lagMs }) => {
        const isHeartbeat = changed.length === 0
        refetcher.changed(readsAfter(isHeartbeat ? ['heartbeat'] : changed))
        if (isHeartbeat) void client.invalidateQueries({ predicate: isUnanswered })
        shown.heard(asOf)
        setFreshness(before => ({ ...before, lagMs }))
      },
      onStatus: status => {
        setFreshness(before => ({ ...before, status }))
        // If the session has ended, this read fails with 401, and the login dialog opens.
        if (status === 'lost' && navigator.onLine) void client.invalidateQueries(queriesNamed('session'))
      },
      onGap: () => void client.invalidateQueries(),
    })
    addEventListener('online', stream.retry)
    return () => {
      removeEventListener('online', stream.retry)
      stream.close()
      refetcher.close()
      shown.close()
    }
  }, [client])
  return freshness
}

/** Finds reads that failed or are incomplete, as during an outage of ClickHouse. Each heartbeat refetches them. */
type Asked = { queryKey: QueryKey; state: { error: unknown; data: unknown } }
const CAMPAIGNS: ReadName = 'campaigns'

/** A 4xx would be refused again, so it is not retried. A campaign's counts are null while ClickHouse is unavailable. */
export const isUnanswered = ({ queryKey: [name], state: { error, data } }: Asked): boolean =>
  error === null
    ? name === CAMPAIGNS && Array.isArray(data) && data.some(isUncounted)
    : !(error instanceof ApiError && error.status < 500)

const isUncounted = (campaign: { clicks: unknown; visitors: unknown }): boolean =>
  campaign.clicks === null || campaign.visitors === null
