/** A real Chromium for the tests of pages. */
import { CHROMIUM_FLAGS, findChromium } from '@firsttouch/infra/rigs/testing/chromium'
import { type Browser, chromium } from 'playwright-core'

/** The path of Chromium, or null where there is none: the test run has said so and browser tests are skipped. */
export const chromiumPath: string | null = await findChromium()

export const launchBrowser = (): Promise<Browser> => {
  if (!chromiumPath) throw new Error('No Chromium was found.')
  return chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_FLAGS })
}
