/** Firefox over WebDriver BiDi, with Puppeteer. */
import { findProgram } from '@firsttouch/infra/rigs/testing/programs'
import { launch } from 'puppeteer-core'
import type { Engine, Tab } from './engine.ts'

export const openFirefox = async (): Promise<Engine> => {
  const executablePath = await findProgram('FIREFOX')
  if (!executablePath) throw new Error('No Firefox was found.')
  const browser = await launch({ browser: 'firefox', executablePath, headless: true })
  const openTab = async (): Promise<Tab> => {
    const context = await browser.createBrowserContext()
    const page = await context.newPage()
    await page.setViewport({ width: 1280, height: 900 })
    return {
      goTo: async url => void (await page.goto(url)),
      reload: async () => void (await page.reload()),
      // A page from the back/forward cache fires no load event, so do not wait for one.
      back: async () => void (await page.evaluate('history.back()')),
      read: async <T>(expression: string) => (await page.evaluate(expression)) as T,
      click: selector => page.click(selector),
      fill: async (selector, text) => {
        await page.$eval(selector, field => (field as HTMLInputElement).select())
        await page.focus(selector)
        if (text === '') await page.keyboard.press('Backspace')
        await page.type(selector, text)
      },
      choose: async (selector, value) => void (await page.select(selector, value)),
      press: key => page.keyboard.press(key),
      close: () => context.close(),
    }
  }
  return { openTab, close: () => browser.close() }
}
