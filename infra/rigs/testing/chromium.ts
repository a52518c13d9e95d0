/** The Chromium that browser tests drive: CHROMIUM's path, or the system's. */
import { findProgram } from './programs.ts'

export const findChromium = (): Promise<string | null> => findProgram('CHROMIUM')
