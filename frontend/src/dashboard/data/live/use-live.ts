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
        shown.onMessage(asOf)
        setFreshness(before => ({ ...before, lagMs }))
      },
      onStatus: status => {
        setFreshness(before => ({ ...before, status }))
        // Refetch the session. If it has ended, the 401 opens the login dialog.
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

type Asked = { queryKey: QueryKey; state: { error: unknown; data: unknown } }
const CAMPAIGNS: ReadName = 'campaigns'

/** True for reads that each heartbeat refetches: failed reads (except 4xx) and campaigns without counts. */
export const isUnanswered = ({ queryKey: [name], state: { error, data } }: Asked): boolean =>
  error === null
    ? name === CAMPAIGNS && Array.isArray(data) && data.some(isUncounted)
    : !(error instanceof ApiError && error.status < 500)

const isUncounted = (campaign: { clicks: unknown; visitors: unknown }): boolean =>
  campaign.clicks === null || campaign.visitors === null
