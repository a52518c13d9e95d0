import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { adminKey, readName } from '../reads.ts'
import { openRefetcher } from '../refetcher.ts'
import { watchShown } from './shown-reads.ts'
import { openStream, type StreamStatus } from './stream.ts'
import { isUnanswered } from './unanswered.ts'
import { watchWake } from './wake.ts'

/** `asOf`: until when everything that is shown is counted. */
export type Freshness = { status: StreamStatus; asOf: string | null; lagMs: number | null }

/** Keeps every shown number fresh for as long as the page is open, and says how fresh that is. */
export const useLive = (): Freshness => {
  const client = useQueryClient()
  const [freshness, setFreshness] = useState<Freshness>({ status: 'connecting', asOf: null, lagMs: null })
  useEffect(() => {
    const refetcher = openRefetcher(name =>
      client.invalidateQueries({ predicate: query => readName(query.queryKey) === name }),
    )
    const shown = watchShown(client, refetcher.isWaiting, asOf =>
      setFreshness(before => (before.asOf === asOf ? before : { ...before, asOf })),
    )
    const stream = openStream(() => new EventSource('/api/admin/live'), {
      onMessage: ({ changed, asOf, lagMs }) => {
        // A heartbeat names nothing; the books tell also of what has not come through yet.
        if (changed.length === 0) {
          void client.invalidateQueries({ queryKey: adminKey('analytics', 'pipeline') })
          void client.invalidateQueries({ predicate: isUnanswered })
        }
        // A campaign's row counts its leads.
        refetcher.changed(changed.includes('leads') ? [...changed, 'campaigns'] : changed)
        shown.heard(asOf)
        setFreshness(before => ({ ...before, lagMs }))
      },
      onStatus: status => {
        setFreshness(before => ({ ...before, status }))
        // A stream that broke because the session ended is answered by the login dialog.
        if (status === 'lost' && navigator.onLine)
          void client.invalidateQueries({ queryKey: adminKey('session') })
      },
      onGap: () => void client.invalidateQueries({ queryKey: ['/api/admin'] }),
    })
    const onReturn = () => stream.retry()
    addEventListener('online', onReturn)
    const stopWatching = watchWake(document, onReturn)
    return () => {
      removeEventListener('online', onReturn)
      stopWatching()
      stream.close()
      refetcher.close()
      shown.close()
    }
  }, [client])
  return freshness
}
