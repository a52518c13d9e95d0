/** Page object for the dashboard. */
import { STAFF } from '@firsttouch/infra/rigs/testing/system'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { axeOn } from './axe.ts'

export type Dashboard = {
  context: BrowserContext
  page: Page
  /** Exceptions and CSP violations. Must stay empty. */
  problems: string[]
  button: (name: string | RegExp) => Locator
  section: (name: string) => Locator
  notice: (text: string | RegExp) => Promise<void>
  /** Points at the toast with this text, which then stays. */
  holdNotice: (text: string | RegExp) => Promise<void>
  /** Returns the visible text, one line per part. */
  words: (part: Locator) => Promise<string>
  goTo: (page: string) => Promise<void>
  /** Resolves when the live stream is open. The page's keyboard shortcuts then work too. */
  live: () => Promise<void>
  axe: () => Promise<string[]>
}

export const openDashboard = async (browser: Browser): Promise<Dashboard> => {
  // axe cannot measure the contrast of a colour during its transition.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  page.on('console', line => line.text().includes('Content Security Policy') && problems.push(line.text()))
  return {
    context,
    page,
    problems,
    button: name => page.getByRole('button', { name, exact: true }),
    section: name => page.getByRole('region', { name }),
    notice: text => page.getByLabel('Notifications').getByText(text).first().waitFor(),
    holdNotice: text => page.getByLabel('Notifications').getByText(text).first().hover(),
    words: async part => (await part.allInnerTexts()).join('\n'),
    goTo: async name => {
      const pages = page.getByRole('navigation', { name: 'Pages' })
      const link = pages.getByRole('link', { name })
      await pages.waitFor()
      // On a phone most pages are in the More menu.
      if ((await link.count()) === 0) await pages.getByRole('button', { name: 'More' }).click()
      await link.click()
      const heading = name === 'Overview' ? 'UTM Campaign Dashboard' : name
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    },
    live: () => page.getByText('Live', { exact: true }).waitFor(),
    axe: async () => {
      const { violations } = await axeOn(page).analyze()
      return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html}`))
    },
  }
}

export const logIn = async ({ page, button, live }: Dashboard, url: string): Promise<void> => {
  await page.goto(`${url}/login`)
  await page.getByLabel('Username').fill(STAFF.username)
  await page.getByLabel('Password').fill(STAFF.password)
  await button('Login').click()
  await page.getByRole('heading', { name: 'UTM Campaign Dashboard' }).waitFor()
  await live()
}
