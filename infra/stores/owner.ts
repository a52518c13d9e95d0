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
  return new Error(belongsTo((await stat(closed)).uid, closed, directory), { cause: error })
}

/** Throws when another user owns the directory, because PostgreSQL runs only for its owner. Accepts a missing directory. */
export const assertOwner = async (directory: string, uid = process.getuid?.()): Promise<void> => {
  const owner = (await unlessAbsent(directory, path => stat(path)))?.uid
  if (owner !== undefined && uid !== undefined && owner !== uid)
    throw new Error(belongsTo(owner, directory, directory, uid))
}

const belongsTo = (owner: number, path: string, directory: string, uid = process.getuid?.()): string =>
  `${path} belongs to user ${owner}, and user ${uid} may not use it. Run this as user ${owner}, or ` +
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
