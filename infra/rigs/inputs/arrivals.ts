/** The ways in which visitors arrive, one in each row of `arrivals.csv`, and the visits that the tracker sends for each. */
import { readFileSync } from 'node:fs'
import { isDamaged } from '@firsttouch/frontend/src/damaged'
import { repairLink } from '@firsttouch/frontend/src/track/link'
import { handClock, handStore } from '@firsttouch/frontend/src/track/testing/hand'
import { openTracker } from '@firsttouch/frontend/src/track/tracker'
import { parse } from 'csv-parse/sync'

/**
 * `browser`: empty for an ordinary page. `counted`: `yes`, or why not. `faults`: names of LINK_FAULTS, in order. `reason`: why the row
 * exists, or its source.
 */
export type Arrival = Record<
  | 'url'
  | 'referrer'
  | 'browser'
  | 'source'
  | 'medium'
  | 'campaign'
  | 'channel'
  | 'site'
  | 'counted'
  | 'faults'
  | 'reason',
  string
>

export const ARRIVALS: Arrival[] = parse(readFileSync(new URL('arrivals.csv', import.meta.url), 'utf8'), {
  columns: true,
})

/** Conditions that need a real browser, or staff of a running site. */
export const IN_A_BROWSER = /^(?:prerendered|opened|without JavaScript|agent: WhatsApp|staff|storage cleared)/

export const AGENTS: Record<string, string> = {
  'agent: Googlebot': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'agent: HeadlessChrome':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36',
}

/** The visits that the tracker queues. */
export const visitsOf = ({ url, referrer, browser }: Arrival): unknown[] => {
  const { search, hash, host, origin, pathname } = new URL(url)
  const sent: unknown[] = []
  const hidden = browser === 'rel=noreferrer' ? '' : referrer
  const seen = browser === 'referrer policy: origin' ? new URL('/', referrer).href : hidden
  const link = isDamaged(search + hash) ? repairLink(search, hash) : undefined
  const tracker = openTracker({
    store: handStore(() => browser === 'all storage refused'),
    queue: { add: (_, json) => sent.push(JSON.parse(json)) },
    now: handClock().now,
    arrival: { search, referrer: seen, host, origin, ...link },
    visitor: {
      userAgent: AGENTS[browser] ?? 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
      globalPrivacyControl: browser === 'Global Privacy Control',
      doNotTrack: browser === 'Do Not Track' ? '1' : null,
    },
    consentRequired: browser.startsWith('consent required'),
    clickIds: false,
    served: {},
    onQueued: () => undefined,
  })
  tracker.visit(pathname)
  // The back button restores the same document, whose tracker has already counted the arrival.
  if (browser.startsWith('left and restored')) tracker.visit(pathname)
  return sent
}
