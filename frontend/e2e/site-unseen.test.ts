/** Unseen pages and visits by our own staff do not count. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LandingPages } from '@firsttouch/api/contract/landings'
import { findChromium } from '@firsttouch/infra/rigs/testing/chromium'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { ready, type Visitor } from './visitor.ts'

type ProxiedRequest = { path: string; isPrerender: boolean; at: number; body: string }

/** A proxy to the site with a page that prerenders `/original`, and opens it when the prerender has loaded its scripts. */
const serveLaunch = async (url: string) => {
  const requests: ProxiedRequest[] = []
  const isPrerendered = () =>
    requests.some(({ path, isPrerender }) => isPrerender && path.startsWith('/assets/'))
  const rules = JSON.stringify({ prerender: [{ urls: ['/original'], eagerness: 'immediate' }] })
  const server = createServer((request, answer) => {
    const { method = 'GET', headers, url: path = '' } = request
    const own = {
      path,
      isPrerender: `${headers['sec-purpose']}`.includes('prerender'),
      at: Date.now(),
      body: '',
    }
    requests.push(own)
    request.on('data', part => {
      own.body += part
    })
    if (path === '/launch') {
      const open = `fetch('/prerendered').then(() => { location.href = '/original' })`
      answer.setHeader('content-type', 'text/html')
      answer.end(`<script type="speculationrules">${rules}</script><script>${open}</script>`)
      return
    }
    if (path === '/prerendered') {
      // Its scripts also have time to run.
      void until(isPrerendered, 30_000)
        .then(() => new Promise(resolve => setTimeout(resolve, 1_000)))
        .then(() => {
          own.at = Date.now()
          answer.end()
        })
      return
    }
    const forwarded = forward(url + path, { method, headers }, response => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    request.pipe(forwarded)
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { requests, url: `http://localhost:${port}/launch`, close }
}

/** Chromium does not prerender under a debugger such as Playwright. */
const openUnwatched = async (url: string) => {
  const profile = await mkdtemp(join(tmpdir(), 'firsttouch-chromium-'))
  const flags = ['--headless=new', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0']
  const child = spawn((await findChromium()) ?? '', [...flags, `--user-data-dir=${profile}`, url], {
    stdio: 'ignore',
  })
  return async () => {
    child.kill()
    await once(child, 'exit')
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

describe.skipIf(!chromiumPath)('unseen pages and our own visits', () => {
  const site = openSite()
  const kinds = (visitor: Visitor) =>
    visitor
      .events()
      .map(({ type }) => type)
      .toSorted()
  const settled = (page: Page) => page.waitForTimeout(700)
  /** Headless Chromium reports every tab as visible, so fake a hidden one. */
  const openHidden = async (visitor: Visitor, path: string) => {
    await visitor.page.addInitScript(() => {
      const shown = window as unknown as { show: () => void }
      let state = 'hidden'
      Object.defineProperty(Document.prototype, 'visibilityState', { get: () => state })
      shown.show = () => {
        state = 'visible'
        document.dispatchEvent(new Event('visibilitychange'))
      }
    })
    await visitor.page.goto(site.url() + path)
    await settled(visitor.page)
  }

  test('a page in a background tab counts neither visit nor exposure until it is visible', async () => {
    const visitor = await site.open({ random: 0.8 })
    await openHidden(visitor, '/?utm_source=bing&utm_campaign=spring&gclid=x')
    expect([kinds(visitor), await visitor.page.evaluate(() => ({ ...localStorage }))]).toEqual([[], {}])
    const before = Date.now()
    await visitor.page.evaluate(() => (window as unknown as { show: () => void }).show())
    await visitor.event({ type: 'visit', utm_campaign: 'spring' })
    await ready(visitor.page)
    await settled(visitor.page)
    expect(kinds(visitor)).toEqual(['ab_test', 'visit'])
    for (const { occurredAt } of visitor.events())
      expect(Date.parse(`${occurredAt}`)).toBeGreaterThanOrEqual(before)
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('a prerendered page counts once it is opened', async () => {
    const launch = await serveLaunch(site.url())
    const close = await openUnwatched(launch.url)
    const isEvent = ({ path }: ProxiedRequest) => path.startsWith('/api/analytics/')
    await until(() => launch.requests.some(isEvent), 60_000)
    await new Promise(resolve => setTimeout(resolve, 1_000))
    await close()
    launch.close()
    const [began, ...more] = launch.requests.filter(({ path }) => path === '/original')
    // The page's scripts ran during the prerender, and opening it loaded no file again.
    expect([began?.isPrerender, more]).toEqual([true, []])
    expect(launch.requests.some(({ path, isPrerender }) => isPrerender && path.startsWith('/assets/'))).toBe(
      true,
    )
    const sent = launch.requests.find(isEvent)
    expect(sent?.isPrerender).toBe(false)
    const [event] = JSON.parse(sent?.body ?? '').events
    const opened = launch.requests.find(({ path }) => path === '/prerendered')?.at ?? Number.POSITIVE_INFINITY
    expect(Date.parse(event.occurredAt)).toBeGreaterThanOrEqual(opened)
    const visits = async () =>
      (await site.get<LandingPages>('/api/admin/landing-pages')).pages.find(
        ({ page }) => page === '/original',
      )?.visits
    await until(async () => (await visits()) === 1, 10_000)
  })

  test('a marked browser sees the control regardless of its draw or choice, and its events carry the mark', async () => {
    const visitor = await site.open({ random: 0.8 })
    await visitor.open('/opt-out')
    await visitor.page.getByText('This browser is counted like any other.').waitFor()
    await visitor.page.getByRole('button', { name: 'Leave this browser out' }).click()
    await visitor.page.getByText('This browser is left out.').waitFor()
    await visitor.open('/')
    expect(await visitor.page.evaluate(() => document.documentElement.dataset.landingPage)).toBe('control')
    const exposure = await visitor.event({ type: 'ab_test' })
    expect(exposure.variant).toBe('control')
    const request = visitor.requests.findLast(one => one.url().endsWith('/api/analytics/batch'))
    expect(await request?.headerValue('cookie')).toContain('firsttouch_internal=opt_out')

    await visitor.open('/opt-out')
    await visitor.page.getByRole('button', { name: 'Count this browser again' }).click()
    await visitor.page.getByText('This browser is counted like any other.').waitFor()
    const names = (await visitor.context.cookies()).map(({ name }) => name)
    expect(names).not.toContain('firsttouch_internal')
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })
})
