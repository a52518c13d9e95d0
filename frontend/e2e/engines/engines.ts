/** The browser engines for the stories (`npm test -- --browsers`). */
import { findProgram } from '@firsttouch/infra/rigs/testing/programs'
import { openChromium } from './chromium.ts'
import type { Engine, EngineName } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { openWebkit } from './webkit.ts'

type Program = Parameters<typeof findProgram>[0]
const ENGINES: { name: EngineName; needs: Program[]; open: () => Promise<Engine> }[] = [
  { name: 'Chromium', needs: ['CHROMIUM'], open: openChromium },
  { name: 'Firefox', needs: ['FIREFOX'], open: openFirefox },
  { name: 'WebKit', needs: ['WEBKIT_DRIVER', 'WEBKIT', 'XVFB'], open: openWebkit },
]

const isThere = async (needs: Program[]): Promise<boolean> =>
  (await Promise.all(needs.map(findProgram))).every(Boolean)

/** `infra/rigs/testing/run/prepare-browsers.ts` reports a missing engine. */
export const engines = await Promise.all(
  ENGINES.map(async engine => ({
    ...engine,
    isMissing: !(await isThere(engine.needs)),
  })),
)
