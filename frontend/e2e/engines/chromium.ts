import { CHROMIUM_FLAGS, findChromium } from '@firsttouch/infra/rigs/testing/chromium'
import { chromium } from 'playwright-core'
import type { Engine, Tab } from './engine.ts'

export const openChromium = async (): Promise<Engine> => {
  // The Chromium that people have. Other tests use its headless shell.
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('No Chromium was found.')
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
  const openTab = async (): Promise<Tab> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    page.on('dialog', dialog => dialog.accept())
    return {
      goTo: async url => void (await page.goto(url)),
      reload: async () => void (await page.reload()),
      back: async () => void (await page.goBack()),
      read: expression => page.evaluate(expression),
      click: selector => page.click(selector),
      fill: (selector, text) => page.fill(selector, text),
      choose: async (selector, value) => void (await page.selectOption(selector, value)),
      press: key => page.keyboard.press(key),
      close: () => context.close(),
    }
  }
  return { openTab, close: () => browser.close() }
}
