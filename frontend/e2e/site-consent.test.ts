/** Without consent the site sets no identifier, loads no pixel and sends no event. With consent it does. */
import { until } from '@firsttouch/infra/rigs/testing/until'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { consentOn } from './consent-on.ts'
import { openSite } from './open-site.ts'

describe.skipIf(!chromiumPath)('consent and the ad pixel', () => {
  const site = openSite({ CONSENT: 'required', FACEBOOK_PIXEL_ID: '1234567890' })
  const { visit, banner, storedKeys, externalRequests, analyticsRequests, pixelEvents } = consentOn(site)

  test('before an answer the site stores and sends nothing', async () => {
    const visitor = await visit()
    await visitor.open('/')
    await banner(visitor).waitFor()
    const more = banner(visitor).getByRole('link', { name: 'What we keep about you' })
    expect(await more.getAttribute('href')).toBe('/privacy')
    await visitor.page.locator('a[href="#pricing"]').first().click()
    await visitor.page.waitForTimeout(800)
    expect([await storedKeys(visitor), externalRequests(visitor), analyticsRequests(visitor)]).toEqual([
      [],
      [],
      [],
    ])
    await visitor.close()
  })

  test('after consent, the earlier events count in one session and the pixel starts', async () => {
    const visitor = await visit()
    await visitor.open('/?utm_campaign=spring')
    await banner(visitor).getByRole('button', { name: 'Yes, fine' }).click()
    const seen = await visitor.event({ type: 'visit', utm_campaign: 'spring' })
    expect(seen.sessionId).toBe(await visitor.stored('utm_session_id'))
    await visitor.event({ type: 'ab_test', event: 'variant_assigned' })
    expect(await banner(visitor).count()).toBe(0)
    await until(
      () => externalRequests(visitor).some(url => url.startsWith('https://connect.facebook.net/')),
      5_000,
    )
    expect(await pixelEvents(visitor)).toEqual(
      expect.arrayContaining(['init 1234567890', 'track PageView', 'trackCustom UTM_PageView']),
    )
    await visitor.open('/original')
    expect(await banner(visitor).count()).toBe(0)
    await visitor.context.route('https://wa.me/**', route => route.fulfill({ body: '' }))
    await visitor.page.getByRole('button', { name: 'Chat with us on WhatsApp' }).click()
    await visitor.page.getByRole('link', { name: 'General inquiry' }).click()
    await visitor.event({ conversionType: 'whatsapp_click', buttonType: 'chat_general' })
    await until(async () => (await pixelEvents(visitor)).includes('track Contact'), 5_000)
    await visitor.close()
  })
})
