/** Leads and submissions by keyboard in a real browser: focus, panel and accessibility. */
import { until } from '@firsttouch/infra/rigs/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from './accessible.ts'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { customer, lead } from './people.ts'
import { logIn } from './staff-browser.ts'

const NAMES = [
  'Ann',
  'Ben',
  'Cat',
  'Dee',
  'Eve',
  'Flo',
  'N'.repeat(200),
  'محمد عبد الرحمن '.repeat(12).trim(),
]

describe.skipIf(!chromiumPath)('an inbox by keyboard', { shuffle: false }, () => {
  const { system, dashboard } = openStaff()
  let cookie: string
  beforeAll(async () => {
    cookie = await system.login()
    for (const [n, name] of NAMES.entries())
      await system.post('/api/contact', { ...lead, name, email: `p${n}@x.example` })
    for (const fullName of ['Sam Hill', 'Lou Marsh', 'N'.repeat(200)])
      await system.post('/api/onboarding', { ...customer, fullName })
    await logIn(dashboard, system.url)
  })

  const leads = () => dashboard.section('Contact Form Leads')
  const row = (name: string) => leads().getByRole('listitem', { name, exact: true })
  const status = (name: string) => leads().getByLabel(`Status of ${name}`, { exact: true }).inputValue()
  const focused = () =>
    dashboard.page.evaluate(
      () => document.activeElement?.closest('[data-record]')?.querySelector('h2, h3')?.textContent ?? '',
    )
  const press = async (keys: string) => {
    for (const key of keys.split(' ')) await dashboard.page.keyboard.press(key)
  }
  const open = async (address: string) => {
    await dashboard.page.goto(`${system.url}/admin/${address}`)
    await dashboard.live()
  }

  test('fifteen key presses reply to five leads and mark them as contacted', async () => {
    const { notice, page } = dashboard
    await open('leads')
    await row('Eve').waitFor()
    const written: string[] = []
    await page.exposeFunction('written', (href: string) => written.push(href))
    await page.evaluate(() =>
      addEventListener('click', ({ target }) => {
        const link = (target as Element).closest('a')
        if (link) (window as unknown as { written: (href: string) => void }).written(link.href)
      }),
    )
    let keys = 0
    for (const name of NAMES.slice(0, 5)) {
      await press('j r u')
      keys += 3
      await notice(`${name} is now contacted`)
      await until(async () => (await status(name)) === 'contacted', 10_000)
    }
    expect(keys).toBeLessThanOrEqual(15)
    expect(written.map(href => href.slice(0, 18))).toEqual([0, 1, 2, 3, 4].map(n => `mailto:p${n}@x.exampl`))
  })

  test('focus stays on a lead that a new status moves, and goes to the next if the lead disappears', async () => {
    const { page } = dashboard
    // In this order, a contacted lead moves to the end.
    await open('leads')
    await row('Flo').focus()
    await press('2')
    await until(async () => (await status('Flo')) === 'contacted', 10_000)
    // Focus stays on the lead that moved. The next key continues from its old position.
    expect(await focused()).toBe('Flo')
    await press('j')
    expect(await focused()).toBe(NAMES[6])
    await open('leads?lead-status=contacted&lead-order=oldest')
    await row('Flo').waitFor()
    await press('j j 3')
    await row('Ben').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Cat')
    await press('k')
    await expect.poll(focused).toBe('Ann')
    await press('j j')
    expect(await focused()).toBe('Dee')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('LI')
    // "Next" does not skip the lead that the focus has reached by itself.
    await press('3')
    await row('Dee').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('Eve')
    await press('j')
    expect(await focused()).toBe('Eve')
    await press('j')
    expect(await focused()).toBe('Flo')
    // The panel follows the focus, and its button always goes on.
    await row('Ann').focus()
    await press('Space 3')
    await row('Ann').waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: 'Cat', exact: true }).getByRole('button', { name: 'Next' }).click()
    await page.getByRole('dialog', { name: 'Eve', exact: true }).waitFor()
  })

  test('the panel opens next to the list, follows the selection, and steps through it', async () => {
    const { page } = dashboard
    const panel = (name: string) => page.getByRole('dialog', { name, exact: true })
    await open('leads?lead-order=oldest')
    await row('Ann').focus()
    await press('Space')
    await panel('Ann').waitFor()
    // A peek leaves the focus in the list.
    await press('j')
    await panel('Ben').waitFor()
    expect(await focused()).toBe('Ben')
    await press('Space')
    await panel('Ben').waitFor({ state: 'detached' })
    await press('Enter')
    await panel('Ben').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('DIALOG')
    await press('j 4')
    await until(async () => (await status('Cat')) === 'closed', 10_000)
    await panel('Cat').getByRole('button', { name: 'Next' }).click()
    await panel('Dee').waitFor()
    await panel('Dee').getByRole('button', { name: 'Previous' }).click()
    await panel('Cat').waitFor()
    await press('Escape')
    await panel('Cat').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Cat')
  })

  test('shortcuts set owner and follow-up, and open the panel if necessary', async () => {
    const { notice, page } = dashboard
    const control = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await row('Dee').focus()
    await press('Space')
    await page.getByRole('dialog', { name: 'Dee' }).getByText('Journey').waitFor()
    await press('o')
    await expect.poll(control).toBe('Owner of Dee')
    await press('a')
    await notice('Owner of Dee: ada.')
    // The control keeps the focus while its value is saved.
    expect(await control()).toBe('Owner of Dee')
    await row('Dee').getByText('ada', { exact: true }).waitFor()
    await press('Escape f')
    await expect.poll(control).toBe('Follow-up of Dee')
    await press('T')
    await notice(/^Dee is due on /)
    await row('Dee').getByText('Due today').waitFor()
    await press('ArrowDown')
    await row('Dee')
      .getByText(/^Follow up on /)
      .waitFor()
    await press('Escape')
    // Two keys before the browser has gone back: the second one waits for the panel that it opens.
    await page.getByRole('dialog', { name: 'Dee' }).waitFor({ state: 'detached' })
    await press('Space')
    await page.getByRole('dialog', { name: 'Dee' }).getByText('Journey').waitFor()
    await press('o')
    await page.evaluate(() => {
      for (const key of ['Escape', 'f'])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
    })
    await expect.poll(control).toBe('Follow-up of Dee')
    await page.evaluate(() => new Promise(done => setTimeout(done, 500)))
    expect(await control()).toBe('Follow-up of Dee')
    await press('Escape')
  })

  test('a choice made while another is being saved is saved after it', async () => {
    const { notice, page } = dashboard
    await open('leads')
    await row('Flo').focus()
    await press('Space')
    await page.getByRole('dialog', { name: 'Flo' }).getByText('Journey').waitFor()
    await page.route(/\/api\/admin\/leads\/[^?]+$/, async route => {
      if (route.request().method() !== 'GET') await new Promise(slow => setTimeout(slow, 1_000))
      await route.continue()
    })
    await press('o a Escape f')
    await page.getByLabel('Follow-up of Flo').and(page.locator(':focus')).waitFor()
    await press('T ArrowDown Escape')
    await page.getByRole('dialog', { name: 'Flo' }).waitFor({ state: 'detached' })
    await press('3')
    await row('Flo').getByText('ada', { exact: true }).waitFor()
    await row('Flo')
      .getByText(/^Follow up on /)
      .waitFor()
    await notice('Flo is now qualified')
    await page.unroute(/\/api\/admin\/leads\/[^?]+$/)
    await page.reload()
    await row('Flo').getByText('ada', { exact: true }).waitFor()
    expect(await status('Flo')).toBe('qualified')
    await press('Escape')
  })

  test('Shift selects a range by mouse and keyboard', async () => {
    const { page } = dashboard
    await open('leads?lead-order=oldest')
    await leads().getByLabel('Select Ben').check()
    await leads()
      .getByLabel('Select Eve')
      .click({ modifiers: ['Shift'] })
    await leads().getByText('4 selected').waitFor()
    await press('Shift+J Shift+J')
    await leads().getByText('6 selected').waitFor()
    await page.reload()
  })

  test('a filter finds a deleted record and restores it after its toast has closed', async () => {
    const { axe, button, notice, page } = dashboard
    await leads().getByLabel('Select Ann').check()
    await leads().getByLabel('Select Ben').check()
    page.once('dialog', dialog => void dialog.accept())
    await button('Delete (2)').click()
    await notice('2 leads deleted.')
    await open('leads')
    await button('More filters').click()
    await leads().getByLabel('Leads or spam').selectOption('Deleted')
    await leads().getByText('p0@x.example').waitFor()
    expect(await axe()).toEqual([])
    await button('Restore Ann').click()
    await notice('1 lead is back.')
    await button('Select All').click()
    await button('Restore (1)').click()
    await leads().getByText('Nothing was deleted in the last 30 days.').waitFor()
    await button('Clear these').click()
    await row('Ann').waitFor()
    await row('Ben').waitFor()
  })

  test('a choice that waits does not overwrite a colleague’s change that arrives meanwhile', async () => {
    const { notice, page, section } = dashboard
    await open('onboarding')
    const customer = section('Customer Onboarding Inbox').getByRole('listitem', { name: 'Sam Hill' })
    const ticked = () =>
      customer.getByRole('checkbox', { checked: true }).evaluateAll(all => all.map(one => one.dataset.keys))
    const isRead = Promise.withResolvers<void>()
    const isChosen = Promise.withResolvers<void>()
    const read = page.waitForResponse(
      async answer => /onboarding\/search/.test(answer.url()) && /"access","live"/.test(await answer.text()),
    )
    await page.route('**/api/admin/onboarding/*', async route => {
      if (route.request().method() !== 'PATCH') return route.continue()
      const response = await route.fetch()
      if (response.ok()) {
        const ofColleague = await fetch(route.request().url(), {
          method: 'PATCH',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ done: ['access', 'live'] }),
        })
        expect(ofColleague.status).toBe(200)
        await read
        isRead.resolve()
        await isChosen.promise
      }
      await route.fulfill({ response })
    })
    await customer.focus()
    await press('1')
    await isRead.promise
    // React renders what was read, but the boxes show the choice until it is saved.
    await page.waitForTimeout(300)
    expect(await ticked()).toEqual(['1'])
    await press('2')
    isChosen.resolve()
    await notice(/has changed this submission since you opened it/)
    await expect.poll(ticked).toEqual(['1', '4'])
    await page.unroute('**/api/admin/onboarding/*')
  })

  test('a shortcut ticks a customer’s steps and does not overwrite a colleague’s change', async () => {
    const { notice, page, section } = dashboard
    await open('onboarding')
    const inbox = section('Customer Onboarding Inbox')
    const step = (name: string, of: string) =>
      inbox.getByRole('group', { name: `Steps of ${name}` }).getByLabel(of)
    await inbox.getByRole('listitem', { name: 'Lou Marsh' }).focus()
    await press('1')
    await notice('Lou Marsh: 1 of 4 steps are done.')
    await until(() => step('Lou Marsh', 'Access').isChecked(), 10_000)
    await page.route('**/api/admin/onboarding/*', async route => {
      if (route.request().method() === 'PATCH') {
        const ofColleague = await fetch(route.request().url(), {
          method: 'PATCH',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ done: ['access', 'live'] }),
        })
        expect(ofColleague.status).toBe(200)
      }
      await route.continue()
    })
    await press('2')
    await notice(/has changed this submission since you opened it/)
    await page.unroute('**/api/admin/onboarding/*')
    await until(() => step('Lou Marsh', 'Ads live').isChecked(), 10_000)
    expect(await step('Lou Marsh', 'Keyword').isChecked()).toBe(false)
    await inbox.getByLabel('Filter by what is missing').selectOption('Not yet: Ads live')
    await inbox.getByRole('listitem', { name: 'Lou Marsh' }).waitFor({ state: 'detached' })
  })

  test.each([360, 1440])(
    'at %d pixels Next and Previous continue from the record in the panel, even after a reload',
    async width => {
      const { page } = dashboard
      const size = page.viewportSize()
      await page.setViewportSize({ width, height: 740 })
      const panel = (name: string) => page.getByRole('dialog', { name, exact: true })
      await open('leads?lead-order=oldest')
      await row('Cat').locator('[data-opens]').click()
      await panel('Cat').getByRole('button', { name: 'Next' }).click()
      await panel('Dee').waitFor()
      await page.reload()
      await panel('Dee').getByRole('button', { name: 'Previous' }).click()
      await panel('Cat').waitFor()
      await page.setViewportSize(size ?? { width: 1440, height: 900 })
    },
  )

  test('the inbox is accessible in every width and theme, and a phone starts with the first lead', async () => {
    const { page } = dashboard
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 740 })
        await open('')
        await page.locator('li[data-record]').last().waitFor()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        for (const path of ['leads', 'onboarding']) {
          await open(path)
          const first = page.locator('li[data-record]').first()
          await first.waitFor()
          if (width === 320) expect((await first.boundingBox())?.y).toBeLessThan(640)
          expect([path, width, await axeViolations(page)]).toEqual([path, width, []])
          await page.locator('[data-opens]').first().click()
          await page.getByRole('dialog').getByRole('heading', { name: 'History' }).waitFor()
          expect([path, width, await axeViolations(page)]).toEqual([path, width, []])
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        }
      }
    }
    expect(dashboard.problems).toEqual([])
  })
})
