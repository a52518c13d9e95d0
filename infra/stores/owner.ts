/** Distinguishes missing permission from a missing path, because the operator must remedy them differently. */
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Returns undefined for a missing path. Throws an error for the operator if permission is missing. */
export const unlessAbsent = async <T>(
  path: string,
  ask: (path: string) => Promise<T>,
  directory = path,
): Promise<T | undefined> => {
  try {
    return await ask(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
    throw await explained(error, path, directory)
  }
}

/** If permission is missing, returns a new error that tells the operator what to do. Returns others unchanged. */
export const explained = async (error: unknown, path: string, directory = path): Promise<unknown> => {
  if (!['EACCES', 'EPERM'].includes(codeOf(error))) return error
  return closedTo(await firstSeen(path), directory, directory, process.getuid?.(), error)
}

/** Throws if another user owns the directory, because PostgreSQL would refuse it. Accepts a missing directory. */
export const assertOwner = async (directory: string, uid = process.getuid?.()): Promise<void> => {
  const owner = (await unlessAbsent(directory, path => stat(path)))?.uid
  if (owner !== undefined && uid !== undefined && owner !== uid)
    throw await closedTo(directory, directory, dirname(directory), uid)
}

/** If root runs Firsttouch, another account owns PostgreSQL's files. The error still advises running as root. */
const closedTo = async (path: string, directory: string, whole: string, uid?: number, cause?: unknown) => {
  const owner = (await stat(path)).uid
  const isRoots = path !== whole && path.startsWith(whole) && (await stat(whole)).uid === 0
  const user = isRoots && process.getuid?.() !== 0 ? 'root' : `user ${owner}`
  const isData = path.startsWith(directory)
  const remedy = isData
    ? `give the data to user ${uid}: chown -R ${uid} ${isRoots ? whole : directory}`
    : 'name another directory'
  // Do not advise running as root for a path outside DATA_DIR, because user `uid` could not read root's new files.
  const whoRuns = isData || owner !== 0 ? `Run this as ${user}, or ${remedy}` : `To go on, ${remedy}`
  return new Error(`${path} belongs to user ${owner}, and user ${uid} may not use it. ${whoRuns}`, { cause })
}

/** Returns the path, or the deepest of its parents that this user can see. */
const firstSeen = (path: string): Promise<string> =>
  stat(path).then(
    () => path,
    () => firstSeen(dirname(path)),
  )

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
