/** The main story: a tagged click, a conversion, and the staff's screen that moves by itself. */
import { STAFF } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { ready } from './visitor.ts'

describe.skipIf(!chromiumPath)('a visitor and a member of staff', () => {
  const site = openSite()

  const openPage = async (): Promise<Page> => {
    const context = await site.browser().newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    return page
  }

  const logIn = async (): Promise<Page> => {
    const staff = await openPage()
    await staff.goto(`${site.url()}/login`)
    await staff.getByLabel('Username').fill(STAFF.username)
    await staff.getByLabel('Password', { exact: true }).fill(STAFF.password)
    await staff.getByRole('button', { name: 'Login' }).click()
    await staff.getByRole('heading', { name: 'UTM Campaign Dashboard' }).waitFor()
    return staff
  }

  const createCampaign = async (staff: Page): Promise<string> => {
    await staff.getByRole('button', { name: 'Create New Campaign' }).click()
    await staff.getByLabel(/Campaign Name/).fill('Spring Roofs 2026')
    await staff.getByLabel(/Campaign Date/).fill('2026-03-01')
    await choose(staff, /Platform/, 1)
    await choose(staff, /Source/, 'google')
    await choose(staff, /Medium/, 'cpc')
    await staff.getByRole('button', { name: 'Create Campaign', exact: true }).last().click()
    const url = staff.getByRole('textbox', { name: /Generated URL/i }).first()
    await url.waitFor()
    return url.inputValue()
  }

  /** By label, in a native select: its second option, or the one named. */
  const choose = async (staff: Page, label: RegExp, option: string | number): Promise<void> => {
    const select = staff.getByLabel(label).first()
    if (typeof option === 'number') await select.selectOption({ index: option })
    else await select.selectOption(option)
  }

  const totals = async (staff: Page) => {
    const number = (label: string) => staff.getByTestId(`stat-${label}`).innerText()
    return { visits: await number('total-visits'), conversions: await number('conversions') }
  }

  test('a tagged click and a conversion reach the open dashboard within seconds, without a reload', async () => {
    const staff = await logIn()
    const link = new URL(await createCampaign(staff))
    expect(link.search).toBe('?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs_2026')
    expect(await totals(staff)).toEqual({ visits: '0', conversions: '0' })

    const visitor = await openPage()
    await visitor.addInitScript(() => sessionStorage.setItem('hasSeenPromoPopup', 'true'))
    await visitor.goto(`${site.url()}/${link.search}`)
    await ready(visitor)
    await until(async () => (await totals(staff)).visits === '1', 30_000)

    await visitor
      .getByRole('button', { name: /get started/i })
      .or(visitor.getByRole('link', { name: /get started|trial/i }))
      .first()
      .click()
    await until(async () => Number((await totals(staff)).conversions) >= 1, 30_000)

    const campaign = staff.getByRole('listitem').filter({ hasText: 'Spring Roofs 2026' }).first()
    await until(async () => /Clicks\s*1\b/.test(await campaign.innerText()), 30_000)
    await staff.getByText('A/B Testing Results').waitFor()
  })

  test('the dashboard is closed to a browser that only claims to be logged in', async () => {
    const page = await openPage()
    await page.addInitScript(() => localStorage.setItem('isAuthenticated', 'true'))
    await page.goto(`${site.url()}/admin`)
    await page.getByLabel('Username').waitFor()
    expect(await page.getByText('Total Visits').count()).toBe(0)
  })
})
