/** Creates an empty database cluster, completely or not at all. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, give } from './account.ts'
import type { Binaries } from './binaries.ts'

export const USER = 'firsttouch'
export const PASSWORD_FILE = 'firsttouch.password'
const STAGING = 'postgres-initialising-'
const ABANDONED_AFTER_MS = 60 * 60 * 1000

/** Does nothing if `directory` exists. initdb works in a temporary directory, which is renamed once complete. */
export const initialise = async (directory: string, binaries: Binaries, account: Account): Promise<void> => {
  if (existsSync(directory)) return
  const parent = dirname(directory)
  await removeAbandoned(parent)
  const staging = await mkdtemp(join(parent, STAGING))
  try {
    const password = join(staging, PASSWORD_FILE)
    const data = join(staging, 'data')
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
    await mkdir(data, { mode: 0o700 })
    for (const path of [staging, password, data]) await give(path, account)
    await promisify(execFile)(binaries.initdb, initdbArguments(data, password), {
      ...account,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
    })
    await rename(password, join(data, PASSWORD_FILE))
    await putInPlace(data, directory)
  } catch (cause) {
    throw new Error(`PostgreSQL could not create its data directory ${directory}: ${detail(cause)}`, {
      cause,
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

const initdbArguments = (data: string, password: string): string[] => [
  `--pgdata=${data}`,
  `--pwfile=${password}`,
  `--username=${USER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // Sorting and letter case must not depend on the machine's locale.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/** Renames the directory and syncs its parent, because a power cut must not undo the rename. */
const putInPlace = async (data: string, directory: string): Promise<void> => {
  await rename(data, directory)
  const parent = await open(dirname(directory))
  await parent.sync().finally(() => parent.close())
}

const removeAbandoned = async (parent: string): Promise<void> => {
  const names = (await readdir(parent)).filter(name => name.startsWith(STAGING))
  for (const path of names.map(name => join(parent, name))) {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

const detail = (error: unknown): string => {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return stderr || String(error)
}
