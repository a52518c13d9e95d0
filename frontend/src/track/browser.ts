/** Connects the tracker to the browser's storage, network and page events. */
import { attempt } from './attempt.ts'
import { openBeacons } from './beacon.ts'
import { steadyClock } from './clock.ts'
import { openDelivery } from './delivery.ts'
import type { RepairedLink } from './link.ts'
import { openLock } from './lock.ts'
import { pageFacts, readServed } from './page-facts.ts'
import { EVENTS_URL, postEvents } from './post.ts'
import { openQueue } from './queue.ts'
import { openStore } from './store.ts'
import { openTracker, type Tracker } from './tracker.ts'

type Browser = Window & typeof globalThis

/** undefined if the browser lacks an API that tracking needs. */
export const trackPage = (page: Browser, link?: RepairedLink): Tracker | undefined =>
  attempt(() => openPage(page, link))

const openPage = (page: Browser, link?: RepairedLink): Tracker => {
  const { document, navigator, location } = page
  const now = steadyClock(
    () => Date.now(),
    () => performance.now(),
  )
  const store = openStore(() => page.localStorage)
  const queue = openQueue(store, now)
  let timer: number | undefined
  const delivery = openDelivery({
    queue,
    post: postEvents((...request) => page.fetch(...request), now),
    lock: openLock(navigator.locks),
    now,
    random: Math.random,
    wait: (ms, run) => {
      page.clearTimeout(timer)
      timer = page.setTimeout(run, ms)
    },
  })
  const leave = openBeacons(queue, body => navigator.sendBeacon(EVENTS_URL, body), now)
  document.addEventListener('visibilitychange', () =>
    document.visibilityState === 'hidden' ? leave() : delivery.wake(0),
  )
  page.addEventListener('pagehide', leave)
  page.addEventListener('online', delivery.online)
  delivery.wake(0)
  return openTracker({
    store,
    queue,
    now,
    arrival: {
      search: location.search,
      referrer: document.referrer,
      host: location.host,
      origin: location.origin,
      ...link,
    },
    visitor: navigator,
    ...pageFacts(document.documentElement),
    served: readServed(document),
    // Deliver after the current task, so that events of one moment share a request.
    onQueued: () => delivery.wake(0),
  })
}
