/** Inboxes of more than one page, and two staff members who change the same lead, in a real browser. */
import { readFile } from 'node:fs/promises'
import type { LeadPage } from '@firsttouch/api/contract/leads'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath } from './browser.ts'
import { openStaff } from './open-staff.ts'
import { customer, lead } from './people.ts'
import { logIn } from './staff-browser.ts'

const PEOPLE = 31

describe.skipIf(!chromiumPath)('a long inbox', { shuffle: false }, () => {
  const { system, dashboard } = openStaff({ SUPPORT_EMAIL: 'access@firsttouch.example' })
  beforeAll(async () => {
    for (let n = 1; n < PEOPLE; n++)
      await system.post('/api/contact', { ...lead, name: `Person ${n}`, email: `p${n}@x.example`, phone: '' })
    await system.post('/api/contact', lead)
    await logIn(dashboard, system.url)
  })

  const leads = () => dashboard.section('Contact Form Leads')
  const items = () => leads().getByRole('listitem')

  test('the server searches the inbox, and the address keeps the search', async () => {
    const { axe, button, goTo, page } = dashboard
    await goTo('Leads')
    await leads().getByText(`${PEOPLE} leads`, { exact: true }).waitFor()
    await leads().getByLabel('Search leads').fill('p17@X')
    await leads().getByText(`1 of ${PEOPLE} leads`, { exact: true }).waitFor()
    expect(await items().getByRole('heading').allInnerTexts()).toEqual(['Person 17'])
    expect(page.url()).toContain('lead-search=p17')
    await leads().getByLabel('Search leads').fill('nobody of this name')
    await leads().getByText('No leads match.').waitFor()
    await leads().getByRole('button', { name: 'More filters' }).click()
    await leads().getByLabel('Leads or spam').selectOption('Spam')
    await leads().getByLabel('Search leads').fill('')
    await leads().getByText('Nothing was classified as spam.').waitFor()
    expect(await axe()).toEqual([])
    await button('Clear these').click()
    await leads().getByText(`${PEOPLE} leads`, { exact: true }).waitFor()
  })

  test('a filter chosen before the search starts does not cancel the search', async () => {
    const { button, page } = dashboard
    await leads().getByLabel('Search leads').fill('p17@X')
    await leads().getByLabel('Leads or spam').selectOption('Spam')
    await expect.poll(() => page.url()).toMatch(/lead-search=p17/)
    await leads()
      .getByText('Nothing was classified as spam.')
      .or(leads().getByText('No leads match.'))
      .waitFor()
    expect(await leads().getByLabel('Leads or spam').locator('option:checked').innerText()).toBe('Spam')
    await leads().getByLabel('Search leads').fill('')
    await leads().getByText('Nothing was classified as spam.').waitFor()
    await button('Clear these').click()
    await leads().getByText(`${PEOPLE} leads`, { exact: true }).waitFor()
  })

  test('the inbox loads page after page', async () => {
    expect(await items().count()).toBe(25)
    await leads()
      .getByRole('button', { name: `Show more: 25 of ${PEOPLE} leads are shown` })
      .click()
    await until(async () => (await items().count()) === PEOPLE, 10_000)
  })

  test('an address opens a lead far down the list, and Next and Previous continue from it', async () => {
    const { page } = dashboard
    const names = await page.evaluate(async () => {
      const answer = await fetch('/api/admin/leads/search?limit=100&order=next')
      return ((await answer.json()) as { items: { id: string; name: string }[] }).items
    })
    const panel = (at: number) => page.getByRole('dialog', { name: names[at]?.name ?? '', exact: true })
    const step = async (from: number, way: 'Next' | 'Previous') => {
      await panel(from).getByRole('button', { name: way }).click()
      await panel(from + (way === 'Next' ? 1 : -1)).waitFor()
    }
    await page.goto(`${system.url}/admin/leads?lead=${names[28]?.id}`)
    await panel(28).waitFor()
    await step(28, 'Next')
    await step(29, 'Previous')
    // The record after the last one of the first page is on the second page.
    await page.goto(`${system.url}/admin/leads?lead=${names[24]?.id}`)
    await panel(24).waitFor()
    await step(24, 'Next')
    await page.keyboard.press('Escape')
  })

  test('a change that arrives while the list loads on to an open lead does not stop it', async () => {
    const { page } = dashboard
    const { items } = await system.get<LeadPage>('/api/admin/leads/search?limit=100&order=next')
    const [first, open] = [items[0]?.id, items[28]]
    const refetched = Promise.withResolvers<void>()
    await page.route('**/api/admin/leads/search*', async route => {
      const isMore = new URL(route.request().url()).searchParams.get('cursor')
      if (isMore) await refetched.promise
      await route.continue().catch(() => undefined)
    })
    const more = page.waitForRequest(/leads\/search.*cursor=/)
    await page.goto(`${system.url}/admin/leads?lead=${open?.id}`)
    await more
    await dashboard.live()
    const again = page.waitForResponse(/leads\/search(?!.*cursor=)/)
    const note = await system.post(
      `/api/admin/leads/${first}/notes`,
      { body: 'Called' },
      { cookie: await system.login() },
    )
    expect(note.status).toBe(201)
    await again
    refetched.resolve()
    await page
      .getByRole('dialog', { name: `${open?.name}` })
      .getByRole('button', { name: 'Next' })
      .click()
    await page.getByRole('dialog', { name: `${items[29]?.name}` }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.keyboard.press('Escape')
  })

  test('the whole inbox is exported, deleted and restored, including records that are not loaded', async () => {
    const { holdNotice, notice, page } = dashboard
    await page.goto(`${system.url}/admin/leads`)
    await leads().getByRole('button', { name: 'Select All' }).click()
    await leads().getByText(`${PEOPLE} selected`).waitFor()
    expect(await items().count()).toBe(25)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      leads().getByText('Export CSV').click(),
    ])
    await notice(`Exported ${PEOPLE} leads.`)
    expect((await readFile(await download.path(), 'utf8')).split(/\r\n(?=[0-9a-f-]{36},)/)).toHaveLength(
      PEOPLE + 1,
    )
    page.once('dialog', dialog => {
      expect(dialog.message()).toBe(`Are you sure you want to delete ${PEOPLE} leads?`)
      void dialog.accept()
    })
    await leads()
      .getByRole('button', { name: /^Delete/ })
      .click()
    await holdNotice(/^31 leads deleted/)
    await page.getByText('No contact form submissions yet.').waitFor()
    await page.keyboard.press('u')
    await notice('Leads Restored')
    await leads().getByText(`${PEOPLE} leads`, { exact: true }).waitFor()
  })

  test('when a lead leaves the list, focus moves to the lead that takes its place', async () => {
    const { page } = dashboard
    await page.goto(`${system.url}/admin/leads?lead-status=new`)
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-record]')?.dataset.record ?? '')
    await items().nth(4).waitFor()
    const ids = await items().evaluateAll(all => all.map(item => (item as HTMLElement).dataset.record))
    await items().nth(2).getByRole('combobox').focus()
    await page.keyboard.press('c')
    await until(async () => (await focused()) === ids[3], 10_000)
    // The focus is on the next lead already, so the key for the next lead does not skip it.
    await page.keyboard.press('j')
    expect(await focused()).toBe(ids[3])
    await page.keyboard.press('j')
    expect(await focused()).toBe(ids[4])
  })

  test('a lead opens next to the list with its journey, notes and history', async () => {
    const { axe, notice, page, words } = dashboard
    await leads().getByLabel('Order leads by').selectOption('Newest first')
    await leads().getByRole('listitem', { name: 'Jo Bloggs' }).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Jo Bloggs' })
    const journey = panel.getByRole('region', { name: 'Journey' })
    await journey.getByText('The browser sent no session').waitFor()
    expect(await words(journey)).toContain('Google / Paid clicks (CPC) / spring_roofs_2026')
    expect(page.url()).toMatch(/[?&]lead=[0-9a-f-]{36}/)
    await panel.getByLabel('New note').fill('Rang at ten.\nNobody there.')
    await page.keyboard.press('Control+Enter')
    await notice('Note added')
    await panel.getByRole('region', { name: 'Notes' }).getByText('Nobody there.').waitFor()
    await panel.getByLabel('Status of Jo Bloggs').selectOption('contacted')
    await panel.getByText('Status: Contacted, was New').waitFor()
    expect(await axe()).toEqual([])
  })

  test('when two people change a lead, the second person sees who changed it first', async () => {
    const { notice, page } = dashboard
    const panel = page.getByRole('dialog', { name: 'Jo Bloggs' })
    const cookie = await system.login()
    await page.route('**/api/admin/leads/bulk-change', async route => {
      const { leadIds } = route.request().postDataJSON()
      await fetch(`${system.url}/api/admin/leads/${leadIds[0]}`, {
        method: 'PATCH',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'closed' }),
      })
      await route.continue()
    })
    await panel.getByLabel('Status of Jo Bloggs').selectOption('qualified')
    await notice('Failed to update lead status')
    await notice(/has changed this lead since you opened it\. It is closed now\./)
    await until(async () => (await panel.getByLabel('Status of Jo Bloggs').inputValue()) === 'closed', 10_000)
    await page.unroute('**/api/admin/leads/bulk-change')
    await panel.getByLabel('Status of Jo Bloggs').press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('lead=')
  })

  test('staff create a campaign from a paying customer’s submission', async () => {
    const { goTo, page, section, words } = dashboard
    await goTo('Onboarding')
    await system.post('/api/onboarding', { ...customer, mobileNumber: lead.phone })
    const inbox = section('Customer Onboarding Inbox')
    await inbox.getByText('Sam Hill').waitFor()
    await inbox.getByRole('button', { name: 'Details of Sam Hill' }).click()
    const panel = page.getByRole('dialog', { name: 'Sam Hill' })
    await panel.getByText('Hill Plumbing').waitFor()
    const card = await words(panel)
    for (const text of [
      'has an account',
      'Hill Plumbing',
      customer.emailAddress,
      'https://hill.example',
      'Not on Sundays',
    ])
      expect(card).toContain(text)
    await panel.getByText('Waiting for manager access at access@firsttouch.example').waitFor()
    expect(await panel.getByRole('link', { name: 'Contact Customer' }).getAttribute('href')).toMatch(
      /^mailto:sam@hill\.example\?/,
    )
    await panel.getByRole('button', { name: 'Create Campaign' }).click()
    expect(await page.getByLabel('Campaign Name*').inputValue()).toBe('Hill Plumbing emergency plumber')
  })

  test('an onboarding submission can be marked as spam, deleted and restored', async () => {
    const { axe, goTo, holdNotice, notice, page, section } = dashboard
    await goTo('Onboarding')
    const inbox = section('Customer Onboarding Inbox')
    await inbox.getByRole('button', { name: 'Details of Sam Hill' }).click()
    const panel = page.getByRole('dialog', { name: 'Sam Hill' })
    await panel.getByRole('region', { name: 'Messages', exact: true }).getByText('Jo Bloggs').waitFor()
    await panel.getByRole('button', { name: 'Mark as spam' }).click()
    await notice('Marked as spam')
    await panel.getByText('Spam: yes, was no').waitFor()
    expect(await axe()).toEqual([])
    await panel.getByRole('button', { name: 'Not spam' }).click()
    await panel.getByText('Spam: no, was yes').waitFor()
    await panel.getByRole('button', { name: 'Close' }).click()
    await inbox.getByLabel('Select Sam Hill').check()
    page.once('dialog', dialog => void dialog.accept())
    await inbox.getByRole('button', { name: /^Delete/ }).click()
    await holdNotice('Submissions Deleted')
    await inbox.getByText('No onboarding submissions yet.').waitFor()
    await dashboard.button('Undo').click()
    await inbox.getByText('Sam Hill').waitFor()
    expect(dashboard.problems).toEqual([])
  })
})
