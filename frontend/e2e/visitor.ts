/** A visitor's browser, with everything that its pages send and every problem. */

import { until } from '@firsttouch/infra/rigs/testing/until'
import type { EventInput } from '@firsttouch/ingest/events'
import type { Browser, BrowserContextOptions, Locator, Page, Request } from 'playwright-core'

export type SentEvent = EventInput & Record<string, unknown>
export type Visitor = Awaited<ReturnType<typeof openVisitor>>
type VisitorOptions = BrowserContextOptions & {
  url: string
  /** The random number of the A/B test's draw. Below 0.5 gives the control, above it v2. */
  random?: number
  popup?: boolean
}

export const openVisitor = async (
  browser: Browser,
  { url, random = 0, popup = false, ...options }: VisitorOptions,
) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.addInitScript(
    ([draw, shown]) => {
      Math.random = () => draw
      if (!shown) sessionStorage.setItem('hasSeenPromoPopup', 'true')
    },
    [random, popup] as const,
  )
  const problems = await watchProblems(page)
  const requests: Request[] = []
  page.on('request', request => requests.push(request))
  const sent = (): SentEvent[] =>
    requests
      .filter(request => request.url().endsWith('/api/analytics/batch'))
      .flatMap(request => JSON.parse(request.postData() ?? '{"events":[]}').events)
  return {
    url,
    context,
    page,
    problems,
    requests,
    /** Returns each event once, in the order of sending. */
    events: () => [...new Map(sent().map(event => [event.id, event])).values()],
    open: async (path: string, options: { referer?: string } = {}) => {
      const answer = await page.goto(url + path, options)
      await ready(page)
      return answer
    },
    /** Resolves when a matching event has been sent. */
    event: async (wanted: Partial<SentEvent>): Promise<SentEvent> => {
      const find = () =>
        sent().find(event => Object.entries(wanted).every(([name, value]) => event[name] === value))
      await until(() => find() !== undefined, 10_000).catch(() => {
        throw new Error(`no event ${JSON.stringify(wanted)} among ${JSON.stringify(sent())}`)
      })
      return find() as SentEvent
    },
    stored: (key: string) => page.evaluate(name => localStorage.getItem(name), key),
    close: () => context.close(),
  }
}

/** Waits until the section is at the top, below the header. */
export const inView = (page: Page, id: string) =>
  page.waitForFunction(target => {
    const top = document.getElementById(target)?.getBoundingClientRect().top ?? 9_999
    return Math.abs(top) < 140
  }, id)

/** Resolves after hydration, when React has added its keys to the root. */
export const ready = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some(key => key.startsWith('__reactContainer')),
  )

const watchProblems = async (page: Page): Promise<string[]> => {
  const problems: string[] = []
  // Chromium reports a blocked `eval` only to the page, not to the console.
  await page.exposeFunction('noteViolation', (violation: string) => problems.push(violation))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { noteViolation: (violation: string) => void }).noteViolation(
        `policy: ${violatedDirective} ${blockedURI}`,
      ),
    ),
  )
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(message.text())
  })
  return problems
}

export const toastText = (page: Page, title: string) =>
  page.locator('[data-toaster] :is([role=status], [role=alert])').filter({ hasText: title, visible: true })

/** Returns the visible text on one line. */
export const textOf = async (place: Locator): Promise<string> =>
  (await place.allInnerTexts()).join(' ').replace(/\s+/g, ' ').trim()

/** Expects the toast after `act`. Starts to look before `act`, because the toast closes after five seconds. */
export const toastSays = async (
  page: Page,
  title: string,
  description: string,
  act: () => unknown,
): Promise<void> => {
  const said = toastText(page, title)
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(description, { exact: true }) })
  await said.waitFor({ state: 'hidden' })
  await Promise.all([said.waitFor(), act()])
}

/** Holds responses for `path` until the returned function is called. */
export const hold = async (page: Page, path: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async route => {
    await promise
    await route.fallback()
  })
  return resolve
}

export const problem = (status: number, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title: 'Error', status, detail }),
})
