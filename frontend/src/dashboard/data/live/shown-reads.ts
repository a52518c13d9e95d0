/** The figures that are on the screen now, from TanStack Query's cache. */
import type { QueryClient } from '@tanstack/react-query'
import { readName } from '../reads.ts'
import { openShownAsOf, type ShownRead } from './shown-as-of.ts'

const FIGURES: readonly unknown[] = ['analytics', 'campaigns', 'ab-testing-stats']
/** These tell their own time, or none at all. */
const APART: readonly unknown[] = ['pipeline', 'journey']

const asOfIn = (data: unknown): string | null | undefined =>
  typeof data === 'object' && data !== null && 'asOf' in data ? (data.asOf as string | null) : undefined

const shownReads = (client: QueryClient, isWaiting: (name: string) => boolean): ShownRead[] =>
  client
    .getQueryCache()
    .getAll()
    .filter(query => query.isActive() && query.state.data !== undefined)
    .filter(({ queryKey }) => FIGURES.includes(readName(queryKey)) && !APART.includes(queryKey[2]))
    .map(({ queryKey, queryHash, state }) => ({
      key: queryHash,
      asOf: asOfIn(state.data),
      isBehind:
        state.isInvalidated ||
        state.status === 'error' ||
        state.fetchStatus !== 'idle' ||
        isWaiting(String(readName(queryKey))),
    }))

/** Tells until when everything on the screen is counted, whenever that changes. */
export const watchShown = (
  client: QueryClient,
  isWaiting: (name: string) => boolean,
  tell: (asOf: string | null) => void,
): { heard: (asOf: string | null) => void; close: () => void } => {
  const shown = openShownAsOf()
  // The cache speaks in the middle of what it does: it is looked at once it is done.
  let looking: ReturnType<typeof setTimeout> | undefined
  const lookSoon = () => {
    looking ??= setTimeout(() => {
      looking = undefined
      tell(shown.of(shownReads(client, isWaiting)))
    })
  }
  const stop = client.getQueryCache().subscribe(lookSoon)
  return {
    heard: asOf => {
      shown.heard(asOf)
      lookSoon()
    },
    close: () => {
      stop()
      clearTimeout(looking)
    },
  }
}
