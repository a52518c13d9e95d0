/** More cases of `site-consent.test.ts`. */
import { until } from '@firsttouch/infra/rigs/testing/until'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { consentOn } from './consent-on.ts'
import { openSite } from './open-site.ts'

describe.skipIf(!chromiumPath)('consent and the ad pixel', () => {
  const site = openSite({ CONSENT: 'required', FACEBOOK_PIXEL_ID: '1234567890' })
  const { visit, banner, storedKeys, externalRequests, analyticsRequests } = consentOn(site)

  test('the offer waits for the answer about consent, because a dialog would block the banner', async () => {
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

  test('the pixel sends events as images if its script is blocked', async () => {
    const visitor = await visit({ blocked: true })
    await visitor.open('/original')
    await banner(visitor).getByRole('button', { name: 'Yes, fine' }).click()
    await until(
      () => externalRequests(visitor).some(url => /facebook\.com\/tr\?id=1234567890&ev=PageView/.test(url)),
      5_000,
    )
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  test('only the refusal is stored, forms work, and the answer can be changed', async () => {
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
    await visitor.open('/privacy')
    await visitor.page.getByText('We ask before we count.').waitFor()
    await visitor.page.waitForTimeout(600)
    expect(await banner(visitor).count()).toBe(0)
    expect([await storedKeys(visitor), externalRequests(visitor), analyticsRequests(visitor)]).toEqual([
      ['tracking_consent'],
      [],
      [],
    ])
    const again = visitor.page.getByRole('button', { name: 'Change your privacy choice' })
    expect(await again.count()).toBe(2)
    await again.first().click()
    await banner(visitor).waitFor()
    expect(await again.count()).toBe(0)
    await visitor.close()
  })

  test('withdrawing consent deletes everything stored', async () => {
    const visitor = await visit()
    await visitor.open('/trial-success')
    await banner(visitor).getByRole('button', { name: 'Yes, fine' }).click()
    await visitor.event({ type: 'visit' })
    await visitor.page.getByRole('button', { name: 'Change your privacy choice' }).click()
    await banner(visitor).getByRole('button', { name: 'No, thanks' }).click()
    expect(await storedKeys(visitor)).toEqual(['tracking_consent'])
    await visitor.close()
  })

  test('Global Privacy Control refuses consent without a banner', async () => {
    const visitor = await visit({ gpc: true })
    await visitor.open('/')
    await visitor.page.waitForTimeout(800)
    expect(await banner(visitor).count()).toBe(0)
    expect([await storedKeys(visitor), externalRequests(visitor), analyticsRequests(visitor)]).toEqual([
      [],
      [],
      [],
    ])
    await visitor.close()
  })
})
