/** Finds Chromium for browser tests: CHROMIUM's path, or the system's. */
import { findProgram } from './programs.ts'

export const findChromium = (): Promise<string | null> => findProgram('CHROMIUM')

/** Chromium's headless shell, which uses less CPU as it draws no windows or menus. Falls back to Chromium, as does a set CHROMIUM. */
export const findQuickChromium = async (): Promise<string | null> =>
  (process.env.CHROMIUM ? null : await findProgram('CHROMIUM_SHELL')) ?? findChromium()

/** Chromium needs --no-sandbox as root. The other flags avoid connections that a test machine refuses. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
