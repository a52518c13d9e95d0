/** Accessibility and layout stability of every public page in both themes. */
import { describe, expect, test } from 'vitest'
import { complaintsOfAxe, expectAccessible, expectToRest } from './accessible.ts'
import { chromiumPath } from './browser.ts'
import { openSite } from './open-site.ts'
import { PATHS } from './public-pages.ts'

const THEMES = ['light', 'dark'] as const

describe.skipIf(!chromiumPath)('the public site', () => {
  const site = openSite()

  test.each(PATHS.flatMap(path => THEMES.map(theme => [path, theme] as const)))(
    '%s passes axe in the theme %s and fits every width',
    (path, theme) => expectAccessible(site, path, theme),
  )

  test.each(THEMES)(
    'the offer, the chat, form errors and the login pass axe in the theme %s',
    async colorScheme => {
      const visitor = await site.open({ colorScheme, reducedMotion: 'reduce', popup: true })
      const { page } = visitor
      const isClean = async () => expect(await complaintsOfAxe(page)).toEqual([])
      await visitor.open('/original')
      await page.getByRole('dialog').waitFor()
      await isClean()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Chat with us on WhatsApp' }).click()
      await isClean()
      await page.keyboard.press('Escape')
      await page.getByRole('form', { name: 'Contact' }).getByRole('button').click()
      await page.getByText('Message is required').waitFor()
      await isClean()
      await visitor.open('/trial-signup')
      await page.getByRole('button', { name: 'Start Free Trial Now' }).click()
      await page.getByText('Full name is required').waitFor()
      await isClean()
      await page.goto(`${site.url()}/login`)
      await page.getByLabel('Username').waitFor()
      await isClean()
      await visitor.close()
    },
  )

  const pagesThatRest = ['/', '/original', '/v2', '/trial-signup']
  test.each(pagesThatRest.flatMap(path => [[path, '/api/'] as const, [path, '.woff2'] as const]))(
    '%s does not shift while %s loads late',
    (path, late) => expectToRest(site, path, late),
  )
})
