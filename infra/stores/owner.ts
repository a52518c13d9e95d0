/** Distinguishes a path without permission from a missing path, because the operator's remedy differs. */
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Returns what `ask` returns, or undefined for a missing path. Throws a sentence when permission is missing. */
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

/** Replaces an error about missing permission in `directory` with a sentence. Returns other errors unchanged. */
export const explained = async (error: unknown, path: string, directory = path): Promise<unknown> => {
  if (!['EACCES', 'EPERM'].includes(codeOf(error))) return error
  const closed = await firstSeen(path)
  return new Error(belongsTo(await ranBy(closed, directory), closed, directory), { cause: error })
}

/** Throws when another user owns the directory, because PostgreSQL runs only for its owner. Accepts a missing directory. */
export const assertOwner = async (directory: string, uid = process.getuid?.()): Promise<void> => {
  const owner = (await unlessAbsent(directory, path => stat(path)))?.uid
  if (owner === undefined || uid === undefined || owner === uid) return
  // Root's own start is not refused as one of another user.
  const ran = process.getuid?.() === 0 ? owner : await ranBy(directory, dirname(directory))
  throw new Error(belongsTo(ran, directory, directory, uid))
}

/** Root's PostgreSQL runs as an account of its own, to which its files below the data directory belong. */
const ranBy = async (path: string, dataDir: string): Promise<number> => {
  const [own, whole] = await Promise.all([stat(path), stat(dataDir).catch(() => undefined)])
  return path !== dataDir && path.startsWith(dataDir) && whole?.uid === 0 ? 0 : own.uid
}

const belongsTo = (owner: number, path: string, directory: string, uid = process.getuid?.()): string =>
  `${path} belongs to ${owner === 0 ? 'root' : `user ${owner}`}, and user ${uid} may not use it. Run this as ${owner === 0 ? 'root' : `user ${owner}`}, or ` +
  (path.startsWith(directory)
    ? `give the data to user ${uid}: chown -R ${uid} ${directory}`
    : 'name another directory')

/** The deepest visible path. A closed directory is visible but hides its contents. */
const firstSeen = (path: string): Promise<string> =>
  stat(path).then(
    () => path,
    () => firstSeen(dirname(path)),
  )

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
