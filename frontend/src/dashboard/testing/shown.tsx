/** Renders any part of the dashboard without a browser, with canned API responses. Effects do not run. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { openQueryClient } from '../data/query-client.ts'
import type { ReadName } from '../data/reads.ts'
import { reportZone, setReportZone } from '../words/report-zone.ts'
import { ANSWERS } from './answers/all.ts'
import type { Answers } from './answers/answers.ts'
import { readHtml } from './read-html.ts'

export type Given = {
  /** The page's address. */
  at?: string
  /** Replaces the default responses. */
  answers?: Answers
  /** Reads that are still loading. */
  waiting?: readonly ReadName[] | 'all'
  /** Reads that failed. */
  failed?: readonly ReadName[]
  /** Reads whose refetch failed, so their data is stale. */
  outdated?: readonly ReadName[]
  /** Values in the browser's storage. */
  stored?: Readonly<Record<string, string>>
  /** False if the tab is hidden. */
  isInView?: boolean
}

const NOW = '2026-03-29T12:00:00.000Z'
const LOST = new TypeError('Failed to fetch')
const PAGED: readonly string[] = ['leads', 'onboarding'] satisfies ReadName[]

const htmlOf = (part: ReactNode, given: Given): string =>
  inBrowser(given, () =>
    renderToStaticMarkup(
      <QueryClientProvider client={answering(given)}>
        <MemoryRouter initialEntries={[given.at ?? '/admin']}>{part}</MemoryRouter>
      </QueryClientProvider>,
    ),
  )

/** Returns a client that has each response as soon as a query is created. */
const answering = (given: Given): QueryClient => {
  const client = openQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryOnMount: false } })
  const cache = client.getQueryCache()
  const known = new Set<string>()
  const build = cache.build.bind(cache)
  cache.build = (...query) => {
    const built = build(...query)
    if (!known.has(built.queryHash)) {
      known.add(built.queryHash)
      built.setState({ ...built.state, ...(stateOf(built.queryKey as unknown as QueryKey, given) as object) })
    }
    return built
  }
  return client
}

type QueryKey = [ReadName, string, Record<string, string>]

const stateOf = (
  [name, id, query]: QueryKey,
  { answers, waiting = [], failed = [], outdated = [] }: Given,
) => {
  if (waiting === 'all' || waiting.includes(name)) return {}
  const error = { error: LOST, status: 'error' } as const
  if (failed.includes(name)) return error
  const found: unknown = { ...ANSWERS, ...answers }[name]
  const answer = typeof found === 'function' ? found({ id, query }) : found
  const data = PAGED.includes(name) ? { pages: [answer], pageParams: [''] } : answer
  return {
    data,
    dataUpdatedAt: Date.now(),
    status: 'success' as const,
    ...(outdated.includes(name) && error),
  }
}

/** Returns the visible lines. */
export const shown = (part: ReactNode, given: Given = {}): string[] => readHtml(htmlOf(part, given))

/** Returns the value of a hook. */
export const found = <T,>(useIt: () => T, given: Given = {}): T => {
  let last: { value: T } | undefined
  const Probe = () => {
    last = { value: useIt() }
    return null
  }
  htmlOf(<Probe />, given)
  if (!last) throw new Error('It was not drawn')
  return last.value
}

/** Stubs the browser APIs that rendering needs, and restores the globals afterwards. */
const inBrowser = <T,>({ stored = {}, isInView = true }: Given, run: () => T): T => {
  const zone = reportZone()
  const browser = {
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    sessionStorage: { getItem: (key: string) => stored[key] ?? null },
    document: { visibilityState: isInView ? 'visible' : 'hidden' },
    location: { origin: 'https://firsttouch.example', search: '' },
  }
  const before = Object.keys(browser).map(
    name => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
  )
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
  setReportZone('Europe/London')
  try {
    return run()
  } finally {
    setReportZone(zone)
    vi.useRealTimers()
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
  }
}
