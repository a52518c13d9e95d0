/** The data directory of the embedded stores, and its version file. */
import { access, constants, mkdir, mkdtemp, open, readFile, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { explained, unlessAbsent } from './owner.ts'

export const VERSION_FILE = 'version'
const VERSION = '1\n'
const STORES = ['postgres', 'clickhouse']
const { R_OK, W_OK, X_OK } = constants

/** Created with mode 0700, because it holds personal data. An existing directory keeps its mode. */
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
 * Throws when version 0.1 created the directory. That version wrote no version file. Changes nothing. A start writes
 * the version file before its first store, and this check looks for stores first, so it never rejects a directory that
 * another start is creating.
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

/** Syncs to disk before it returns, because a power cut could otherwise leave stores without a version file. */
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

/** Whether the directory contains the store. Throws a sentence for the operator if this user has no access. */
export const isThere = async (directory: string, store: string): Promise<boolean> => {
  const use = (path: string) => access(path, R_OK | W_OK | X_OK).then(() => true)
  return (await unlessAbsent(join(directory, store), use, directory)) ?? false
}
