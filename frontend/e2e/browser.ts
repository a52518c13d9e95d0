/** A real Chromium for the tests of pages. */
import { CHROMIUM_FLAGS, findChromium, findQuickChromium } from '@firsttouch/infra/rigs/testing/chromium'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { type Browser, chromium } from 'playwright-core'

/** The path of Chromium, or null where there is none: the test run has said so and browser tests are skipped. */
export const chromiumPath: string | null = await (process.env.QUICK_CHROMIUM
  ? findQuickChromium()
  : findChromium())

const cleanUp = cleanUpAfter('all')
let launched: Promise<Browser> | undefined

/** One browser for all test files of a process, and ends with it; the contexts that a file opens end with the file. */
export const sharedBrowser = async (): Promise<Browser> => {
  if (!chromiumPath) throw new Error('No Chromium was found.')
  launched ??= chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_FLAGS })
  const browser = await launched
  cleanUp.push(() => Promise.all(browser.contexts().map(context => context.close())))
  return browser
}
