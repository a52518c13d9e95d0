/** The Chromium that browser tests drive: CHROMIUM's path, or the system's. */
import { findProgram } from './programs.ts'

export const findChromium = (): Promise<string | null> => findProgram('CHROMIUM')

/** As root Chromium needs --no-sandbox; the rest spares it connections that a test machine refuses. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
