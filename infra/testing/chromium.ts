/** The Chromium that browser tests drive: CHROMIUM's path, or the system's. */
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

export const findChromium = async (): Promise<string | null> => {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const path of NAMES.flatMap(name => folders.map(folder => join(folder, name))))
    if (await runnable(path)) return path
  return null
}

const runnable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
