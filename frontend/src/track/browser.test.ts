import { expect, test, vi } from 'vitest'
import { trackPage } from './browser.ts'
import { handStorage } from './testing/hand.ts'

/** A fake page with what the tracker uses. Its timers are run by hand. */
const handPage = ({ consent, storage = handStorage() }: { consent?: string; storage?: Storage } = {}) => {
  const posts: string[] = []
  const beacons: string[] = []
  const timers = new Map<number, () => void>()
  const heard = new Map<string, () => void>()
  const addEventListener = (name: string, run: () => void) => heard.set(name, run)
  const status = { answer: 202 }
  const document = {
    addEventListener,
    visibilityState: 'visible',
    referrer: 'https://www.google.com/search?q=roof',
    documentElement: { dataset: { ...(consent && { consent }) } },
  }
  const page = {
    document,
    navigator: {
      userAgent: 'Browser/1',
      sendBeacon: (url: string, body: string) => beacons.push(`${url} ${body}`) > 0,
    },
    location: { search: '?utm_campaign=spring', host: 'site.example', origin: 'https://site.example' },
    localStorage: storage,
    fetch: async (_url: string, { body }: { body: string }) => {
      posts.push(body)
      return new Response(null, { status: status.answer })
    },
    setTimeout: (run: () => void) => {
      const name = Math.random()
      timers.set(name, run)
      return name
    },
    clearTimeout: (name: number) => timers.delete(name),
    addEventListener,
  }
  return {
    tracker: trackPage(page as never),
    document,
    posts,
    beacons,
    storage,
    status,
    waiting: () => timers.size,
    hears: (name: string) => heard.get(name)?.(),
    /** Runs the pending timers and waits for their effects. */
    pass: async () => {
      const due = [...timers.values()]
      timers.clear()
      for (const run of due) run()
      await vi.waitFor(() => undefined)
      await new Promise(resolve => setImmediate(resolve))
    },
  }
}
const eventsOf = (body: string | undefined) => JSON.parse(body?.replace(/^\S+ (?=\{)/, '') ?? '{}').events

test('a visit is sent after the current task with the page’s address, referrer and user agent', async () => {
  const page = handPage()
  const before = Date.now()
  page.tracker?.visit('/')
  expect(page.posts).toEqual([])
  await page.pass()
  const [visit] = eventsOf(page.posts[0])
  expect(visit).toMatchObject({
    type: 'visit',
    utm_source: 'google',
    utm_campaign: 'spring',
    referrer: 'https://www.google.com/search',
    userAgent: 'Browser/1',
    pagePath: '/',
  })
  expect(Date.parse(visit.occurredAt)).toBeGreaterThanOrEqual(before)
  page.tracker?.visit('/v2')
  await page.pass()
  expect(eventsOf(page.posts[1])[0]).toMatchObject({ referrer: 'https://site.example/' })
})

test('events of an earlier page are sent by the next page, with one timer at a time', async () => {
  const first = handPage()
  first.tracker?.visit('/')
  first.tracker?.visit('/v2')
  expect(first.waiting()).toBe(1)
  vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] })
  try {
    const next = handPage({ storage: first.storage })
    await next.pass()
    expect(eventsOf(next.posts[0])).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})

test.each(['visibilitychange', 'pagehide'])(
  'at the end of the page (%s) a beacon carries the queued events',
  name => {
    const page = handPage()
    page.tracker?.visit('/')
    if (name === 'visibilitychange') {
      page.hears(name)
      expect(page.beacons).toEqual([])
      page.document.visibilityState = 'hidden'
    }
    page.hears(name)
    expect(page.beacons).toHaveLength(1)
    expect(page.beacons[0]).toMatch(/^\/api\/analytics\/batch \{/)
    expect(eventsOf(page.beacons[0])).toHaveLength(1)
  },
)

test('a page that becomes visible or online again sends its queue', async () => {
  const page = handPage()
  await page.pass()
  expect(page.waiting()).toBe(0)
  page.hears('visibilitychange')
  expect(page.waiting()).toBe(1)
  await page.pass()
  page.hears('online')
  expect(page.waiting()).toBe(1)
})

test.each([
  ['required', 'asking'],
  ['not_required', 'granted'],
  [undefined, 'granted'],
] as const)('a page with consent %s starts in the state %s', (consent, state) => {
  expect(handPage(consent ? { consent } : {}).tracker?.consent.state()).toBe(state)
})

test('a browser that lacks a required API has no tracker and logs a warning', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  expect(trackPage({} as never)).toBeUndefined()
  expect(warn).toHaveBeenCalledWith('Tracking:', expect.any(TypeError))
  warn.mockRestore()
})
