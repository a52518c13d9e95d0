import { access, constants, mkdir, mkdtemp, open, readFile, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { explained, unlessAbsent } from './owner.ts'

export const VERSION_FILE = 'version'
const VERSION = '1\n'
const STORES = ['postgres', 'clickhouse']
const { R_OK, W_OK, X_OK } = constants

/** Mode 0700, because the directory holds personal data. An existing directory keeps its mode. */
export const makeDataDir = async (dataDir: string): Promise<void> => {
  const directory = resolve(dataDir)
  await refusePastDirectory(directory)
  try {
    await mkdir(dirname(directory), { recursive: true })
    await mkdir(directory, { mode: 0o700 }).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
    await rmdir(await mkdtemp(join(directory, 'try-')))
    if (!(await hasVersion(directory))) await writeVersion(directory)
  } catch (error) {
    const cause = await explained(error, directory)
    if (cause !== error) throw cause
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(
      `DATA_DIR cannot be used: ${reason}. Set DATA_DIR to a directory that this user may write to.`,
      { cause },
    )
  }
}

/**
 * Throws if version 0.1 created the directory. That version wrote no version file. Later versions write the file before
 * they create a store. Looks for the stores first, because another process may be starting at the same time.
 */
export const refusePastDirectory = async (directory: string): Promise<void> => {
  const found = await Promise.all(STORES.map(name => isThere(directory, name)))
  if (found.includes(true) && !(await hasVersion(directory)))
    throw new Error(
      `${directory} holds data of version 0.1, which was never released and cannot be upgraded: set DATA_DIR to a new directory.`,
    )
}

const hasVersion = async (directory: string): Promise<boolean> =>
  (await unlessAbsent(join(directory, VERSION_FILE), path => readFile(path, 'utf8'), directory)) === VERSION

/** Syncs to disk, because a power cut could otherwise leave stores without a version file. */
const writeVersion = async (directory: string): Promise<void> => {
  const file = await open(join(directory, VERSION_FILE), 'w', 0o644)
  try {
    await file.writeFile(VERSION)
    await file.sync()
  } finally {
    await file.close()
  }
  const parent = await open(directory)
  await parent.sync().finally(() => parent.close())
}

/** Throws an error for the operator if this user has no access. */
export const isThere = async (directory: string, store: string): Promise<boolean> => {
  const use = (path: string) => access(path, R_OK | W_OK | X_OK).then(() => true)
  return (await unlessAbsent(join(directory, store), use, directory)) ?? false
}
