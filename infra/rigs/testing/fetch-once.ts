import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'firsttouch-clients')

/** Calls `make` with an empty directory, up to three times, because registries fail now and then. */
export const fetchOnce = async (
  name: string,
  version: string,
  make: (directory: string) => Promise<unknown>,
): Promise<string> => {
  const directory = join(cache, `${name}-${version}`)
  const done = join(directory, 'done')
  for (let tries = 1; !existsSync(done); tries++) {
    try {
      await rm(directory, { recursive: true, force: true })
      await mkdir(directory, { recursive: true })
      await make(directory)
      await writeFile(done, '')
    } catch (error) {
      if (tries >= 3) throw error
    }
  }
  return directory
}

const TEN_MINUTES = 600_000

/** Downloads one package `name==version` from PyPI without its dependencies. Returns its folder. */
export const fetchPythonPackage = async (wanted: string, to: string): Promise<string> => {
  const run = promisify(execFile)
  const packages = join(to, 'packages')
  await run('python3', ['-m', 'venv', join(to, 'python')], { timeout: TEN_MINUTES })
  const asked = ['install', '--quiet', '--no-deps', '--target', packages, wanted]
  await run(join(to, 'python', 'bin', 'pip'), asked, { timeout: TEN_MINUTES })
  return packages
}
