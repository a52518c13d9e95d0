/** Before a yes, and after a no: no identifier, no pixel, no event. With a yes: the pixel and its fallback. */
import { until } from '@firsttouch/infra/rigs/testing/until'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import type { Visitor } from './visitor.ts'

describe.skipIf(!chromiumPath)('consent and the ad pixel', () => {
  const site = openSite({ CONSENT: 'required', FACEBOOK_PIXEL_ID: '1234567890' })
  /** The ad platform is answered here, or refuses to be loaded. */
  const visit = async ({ blocked = false, gpc = false, popup = false } = {}) => {
    const visitor = await site.open({ popup })
    await visitor.context.route('https://connect.facebook.net/**', route =>
      blocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await visitor.context.route('https://www.facebook.com/**', route => route.fulfill({ body: '' }))
    if (gpc)
      await visitor.page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
      )
    return visitor
  }
  const banner = ({ page }: Visitor) => page.getByRole('region', { name: 'Your privacy' })
  const kept = ({ page }: Visitor) => page.evaluate(() => Object.keys(localStorage).sort())
  const toOthers = ({ requests }: Visitor) =>
    requests.map(request => request.url()).filter(url => !url.startsWith(site.url()))
  const toAnalytics = ({ requests }: Visitor) =>
    requests.filter(request => request.url().includes('/api/analytics'))
  const reported = ({ page }: Visitor) =>
    page.evaluate(() => {
      const { queue = [] } = (window as Window & { fbq?: { queue?: ArrayLike<unknown>[] } }).fbq ?? {}
      return queue.map(command => Array.from(command).slice(0, 2).join(' '))
    })

  test('before an answer nothing is kept and nobody is told', async () => {
    const visitor = await visit()
    await visitor.open('/')
    await banner(visitor).waitFor()
    const more = banner(visitor).getByRole('link', { name: 'What we keep about you' })
    expect(await more.getAttribute('href')).toBe('/privacy')
    await visitor.page.locator('a[href="#pricing"]').first().click()
    await visitor.page.waitForTimeout(800)
    expect([await kept(visitor), toOthers(visitor), toAnalytics(visitor)]).toEqual([[], [], []])
    await visitor.close()
  })

  test('the offer waits until the question is answered: nothing can be reached under it', async () => {
    const visitor = await visit({ popup: true })
    const offer = visitor.page.getByRole('dialog', { name: '50% off your first week' })
    await visitor.open('/original')
    await banner(visitor).waitFor()
    await visitor.page.waitForTimeout(3_000)
    expect(await offer.count()).toBe(0)
    await banner(visitor).getByRole('button', { name: 'No, thanks' }).click()
    await offer.waitFor()
    expect(await banner(visitor).count()).toBe(0)
    await visitor.close()
  })

  test('a yes counts what was seen, under one session, and starts the pixel', async () => {
    const visitor = await visit()
    await visitor.open('/?utm_campaign=spring')
    await banner(visitor).getByRole('button', { name: 'Yes, fine' }).click()
    const seen = await visitor.event({ type: 'visit', utm_campaign: 'spring' })
    expect(seen.sessionId).toBe(await visitor.stored('utm_session_id'))
    await visitor.event({ type: 'ab_test', event: 'variant_assigned' })
    expect(await banner(visitor).count()).toBe(0)
    await until(() => toOthers(visitor).some(url => url.startsWith('https://connect.facebook.net/')), 5_000)
    expect(await reported(visitor)).toEqual(
      expect.arrayContaining(['init 1234567890', 'track PageView', 'trackCustom UTM_PageView']),
    )
    await visitor.open('/original')
    expect(await banner(visitor).count()).toBe(0)
    await visitor.context.route('https://wa.me/**', route => route.fulfill({ body: '' }))
    await visitor.page.getByRole('button', { name: 'Chat with us on WhatsApp' }).click()
    await visitor.page.getByRole('link', { name: 'General inquiry' }).click()
    await until(async () => (await reported(visitor)).includes('track Contact'), 5_000)
    await visitor.close()
  })

  test('where the pixel’s script is blocked its events go out as images', async () => {
    const visitor = await visit({ blocked: true })
    await visitor.open('/original')
    await banner(visitor).getByRole('button', { name: 'Yes, fine' }).click()
    await until(
      () => toOthers(visitor).some(url => /facebook\.com\/tr\?id=1234567890&ev=PageView/.test(url)),
      5_000,
    )
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('a no is kept, and nothing else ever is; the forms work', async () => {
    const visitor = await visit()
    await visitor.open('/original')
    await banner(visitor).getByRole('button', { name: 'No, thanks' }).click()
    const form = visitor.page.getByRole('form', { name: 'Contact' })
    await form.getByLabel('Name').fill('Jo')
    await form.getByLabel('E-mail').fill('quiet@example.com')
    await form.getByLabel('Message').fill('Hello there')
    const request = visitor.page.waitForRequest('**/api/contact')
    await form.getByRole('button').click()
    expect(await (await request).headerValue('x-session-id')).toBeNull()
    await visitor.page.getByText('Message sent successfully!').waitFor()
    await visitor.open('/v2')
    await visitor.page.waitForTimeout(600)
    expect(await banner(visitor).count()).toBe(0)
    expect([await kept(visitor), toOthers(visitor), toAnalytics(visitor)]).toEqual([
      ['tracking_consent'],
      [],
      [],
    ])
    await visitor.close()
  })

  test('a yes can be taken back, and everything kept goes', async () => {
    const visitor = await visit()
    await visitor.open('/trial-success')
    await banner(visitor).getByRole('button', { name: 'Yes, fine' }).click()
    await visitor.event({ type: 'visit' })
    await visitor.page.getByRole('button', { name: 'Change your privacy choice' }).click()
    await banner(visitor).getByRole('button', { name: 'No, thanks' }).click()
    expect(await kept(visitor)).toEqual(['tracking_consent'])
    await visitor.close()
  })

  test('Global Privacy Control is a no without being asked', async () => {
    const visitor = await visit({ gpc: true })
    await visitor.open('/')
    await visitor.page.waitForTimeout(800)
    expect(await banner(visitor).count()).toBe(0)
    expect([await kept(visitor), toOthers(visitor), toAnalytics(visitor)]).toEqual([[], [], []])
    await visitor.close()
  })
})
