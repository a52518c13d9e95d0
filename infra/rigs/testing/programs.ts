/** Finds the browsers and servers that tests run: at the path in an environment variable such as CHROMIUM, else installed on the system. */
import { access, constants } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

const NAMES = {
  CHROMIUM: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  CHROMIUM_SHELL: ['chromium-headless-shell'],
  FIREFOX: ['firefox-esr', 'firefox'],
  WEBKIT_DRIVER: ['WebKitWebDriver'],
  WEBKIT: [
    'MiniBrowser',
    `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
  ],
  XVFB: ['Xvfb'],
  PROMETHEUS: ['prometheus'],
  NGINX: ['nginx', '/usr/sbin/nginx'],
  WRK: ['wrk'],
}

export const findProgram = async (program: keyof typeof NAMES): Promise<string | null> => {
  const named = process.env[program]
  if (named) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const name of NAMES[program])
    for (const path of isAbsolute(name) ? [name] : folders.map(folder => join(folder, name)))
      if (await runnable(path)) return path
  return null
}

const runnable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
