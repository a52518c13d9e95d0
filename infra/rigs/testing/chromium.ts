/** The Chromium that browser tests drive: CHROMIUM's path, or the system's. */
import { findProgram } from './programs.ts'

export const findChromium = (): Promise<string | null> => findProgram('CHROMIUM')

/**
 * Chromium's engine without the windows and menus around its pages, which cost more than most pages of ours: they are pages
 * themselves, drawn anew for each visitor. Where it is not installed, or CHROMIUM names a browser, that one.
 */
export const findQuickChromium = async (): Promise<string | null> =>
  (process.env.CHROMIUM ? null : await findProgram('CHROMIUM_SHELL')) ?? findChromium()

/** As root Chromium needs --no-sandbox; the rest spares it connections that a test machine refuses. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
