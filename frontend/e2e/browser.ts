import { CHROMIUM_FLAGS, findQuickChromium } from '@firsttouch/infra/rigs/testing/chromium'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { type Browser, chromium } from 'playwright-core'

/** null if there is no Chromium. The test run reports that, and browser tests are skipped. */
export const chromiumPath: string | null = await findQuickChromium()

const cleanUp = cleanUpAfter('all')
let launched: Promise<Browser> | undefined

/** All test files of a process share one browser. Each file closes its own contexts. */
export const sharedBrowser = async (): Promise<Browser> => {
  if (!chromiumPath) throw new Error('No Chromium was found.')
  launched ??= chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_FLAGS })
  const browser = await launched
  cleanUp.push(() => Promise.all(browser.contexts().map(context => context.close())))
  return browser
}
