import { sharedBrowser } from '../browser.ts'
import type { Engine, Tab } from './engine.ts'

export const openChromium = async (): Promise<Engine> => {
  const browser = await sharedBrowser()
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
