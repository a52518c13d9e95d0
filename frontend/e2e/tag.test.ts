/** The tag t.js on a page of another origin, in a real browser. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { TagState } from '@firsttouch/api/contract/tag'
import { SITE_DIST } from '@firsttouch/infra/app/site/build'
import { logIn } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'

describe.skipIf(!chromiumPath)('the tag on another website', { shuffle: false }, () => {
  const site = openSite()
  let attributes = ''
  const pages = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html>
      <script defer src="${site.url()}/t.js" ${attributes}></script>
      <a id="site" href="${site.url()}/trial-signup?a=1#b">To the site</a>
      <a id="other" href="/other?x=1">Another page</a>
      <button onclick="firsttouch('conversion', 'button_click', { buttonType: 'call' })">Call</button>`),
  )
  let host = ''
  beforeAll(async () => {
    await new Promise<void>(done => pages.listen(0, '127.0.0.1', done))
    host = `localhost:${(pages.address() as { port: number }).port}`
  })
  afterAll(() => void pages.close())

  const state = () => site.get<TagState>('/api/admin/tag')
  const allow = async (hosts: string[]) => {
    const cookie = await logIn(site.url())
    const answer = await fetch(`${site.url()}/api/admin/tag`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json', origin: site.url() },
      body: JSON.stringify({ hosts: hosts.join('\n') }),
    })
    expect(answer.status, await answer.clone().text()).toBe(200)
  }
  const open = async (path = '/offer?utm_source=google&utm_medium=cpc&utm_campaign=spring&gclid=T1') => {
    const visitor = await site.open()
    await visitor.page.goto(`http://${host}${path}`)
    return visitor
  }
  const visits = () =>
    site.get<{ totalVisits: number }>('/api/admin/analytics').then(({ totalVisits }) => totalVisits)

  test('the tag weighs at most 2.5 kB', () => {
    const script = readFileSync(join(SITE_DIST, 't.js'))
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(2_500)
  })

  test('events from a host that the settings do not list are refused, and the settings show it', async () => {
    const visitor = await open()
    await until(async () => (await state()).strangers.length > 0, 10_000)
    expect(await state()).toMatchObject({ hosts: [], strangers: [{ host }] })
    expect(await visits()).toBe(0)
    await visitor.close()
  })

  test('visits and conversions from a listed host count with UTM values and click ids', async () => {
    await allow([host])
    await until(async () => {
      const visitor = await open()
      await visitor.page.getByRole('button').click()
      const taken = await visitor.page
        .waitForResponse(answer => answer.url().endsWith('/batch') && answer.status() === 202, {
          timeout: 3_000,
        })
        .catch(() => null)
      await visitor.close()
      return taken !== null
    }, 20_000)
    await until(async () => (await visits()) > 0, 10_000)
    expect((await state()).hosts).toMatchObject([{ host, step: 'event' }])
    const visitor = await open()
    await visitor.page.getByRole('button').click()
    const sent = await visitor.event({ type: 'conversion' })
    expect(visitor.events()).toMatchObject([
      { type: 'visit', host, pagePath: '/offer', utm_campaign: 'spring', clickIds: ['gclid'] },
      { conversionType: 'button_click', buttonType: 'call', firstTouchUtm: { utm_campaign: 'spring' } },
    ])
    expect(sent.sessionId).toBe(await visitor.stored('firsttouch_session'))
    await visitor.close()
  })

  test('the tag passes its session to links to the site only, and the site removes it from the address', async () => {
    const visitor = await open()
    const { page } = visitor
    await visitor.event({ type: 'visit' })
    const session = await visitor.stored('firsttouch_session')
    await page.locator('#other').click()
    expect(page.url()).toBe(`http://${host}/other?x=1`)
    await page.waitForFunction(() => 'firsttouch' in window)
    await page.locator('#site').click()
    await page.waitForFunction(() => localStorage.getItem('utm_session_id') !== null)
    expect(page.url()).toBe(`${site.url()}/trial-signup?a=1#b`)
    expect(await visitor.stored('utm_session_id')).toBe(session)
    expect(JSON.parse((await visitor.stored('first_touch_utm')) ?? '')).toMatchObject({
      utm_campaign: 'spring',
      clickIds: ['gclid'],
    })
    expect(await visitor.event({ type: 'visit', pagePath: '/trial-signup' })).toMatchObject({
      sessionId: session,
    })
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test.each([
    ['of three minutes ago', { sessionId: 'utm_1_shared', now: Date.now() - 180_000 }],
    ['that is damaged', 'nonsense'],
  ])('an address with a session %s starts a new one', async (_, handed) => {
    const visitor = await site.open()
    const text = typeof handed === 'string' ? handed : JSON.stringify(handed)
    await visitor.page.goto(`${site.url()}/trial-signup?firsttouch=${encodeURIComponent(text)}`)
    await visitor.page.waitForFunction(() => localStorage.getItem('utm_session_id') !== null)
    expect(await visitor.stored('utm_session_id')).toMatch(/^utm_\d{13}_/)
    if (typeof handed !== 'string') expect(visitor.page.url()).toBe(`${site.url()}/trial-signup`)
    await visitor.close()
  })

  test('the tag waits for consent if required, and respects the browser’s privacy signal', async () => {
    attributes = 'data-consent="required"'
    const visitor = await open()
    await visitor.page.waitForFunction(() => 'firsttouch' in window)
    await visitor.page.getByRole('button').click()
    await visitor.page.waitForTimeout(300)
    expect([visitor.events(), await visitor.stored('firsttouch_session')]).toEqual([[], null])
    await visitor.page.evaluate("firsttouch('consent', 'granted')")
    await visitor.event({ type: 'conversion' })
    expect(visitor.events().map(({ type }) => type)).toEqual(['visit', 'conversion'])
    await visitor.close()

    attributes = ''
    const refusing = await site.open()
    await refusing.page.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    )
    await refusing.page.goto(`http://${host}/offer`)
    await refusing.page.waitForTimeout(500)
    expect([refusing.events(), await refusing.stored('firsttouch_session')]).toEqual([[], null])
    await refusing.close()
  })
})
