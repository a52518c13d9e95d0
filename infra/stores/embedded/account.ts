/** Chooses the system account of the PostgreSQL server. PostgreSQL refuses to run as root. */
import { execFile } from 'node:child_process'
import { chmod, chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** Empty unless this process runs as root. */
export type Account = { uid: number; gid: number } | Record<string, never>

const NAME = 'postgres'
const run = promisify(execFile)

export const serverAccount = async (): Promise<Account> => {
  if (process.getuid?.() !== 0) return {}
  const existing = await lookUp().catch(() => null)
  if (existing) return existing
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', NAME])
    return await lookUp()
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and the system user "${NAME}" could not be created. ` +
        'Create it, start as an ordinary user, or set DATABASE_URL.',
      { cause },
    )
  }
}

const lookUp = async (): Promise<Account> => {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async flag => Number((await run('id', [flag, NAME])).stdout)),
  )
  if (!uid || !gid) throw new Error(`no usable user "${NAME}"`)
  return { uid, gid }
}

/** Lets the account's group enter a directory with mode 0700, but not list it. */
export const letThrough = async (directory: string, account: Account): Promise<void> => {
  if (account.gid === undefined || !(await firstClosed(directory, account))) return
  const { mode } = await stat(directory)
  await chown(directory, -1, account.gid)
  await chmod(directory, (mode & 0o7777) | 0o010)
}

/** Throws when the account cannot reach `path`. The error names `remedy` as the first way out. */
export const assertReachable = async (path: string, account: Account, remedy: string): Promise<void> => {
  const closed = await firstClosed(path, account)
  if (closed)
    throw new Error(
      `PostgreSQL runs as the user "${NAME}" because this process is root, and that user cannot enter ${closed} ` +
        `on the way to ${path}. ${remedy}, or allow it with "chmod o+x ${closed}", or start as an ordinary user.`,
    )
}

export const give = async (path: string, { uid, gid }: Account): Promise<void> => {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

const WALK = 'for each; do [ -x "$each" ] || { printf %s "$each"; exit 0; }; done'

const firstClosed = async (path: string, account: Account): Promise<string> => {
  if (account.uid === undefined) return ''
  return (await run('/bin/sh', ['-c', WALK, 'walk', ...withParents(path)], { ...account, cwd: '/' })).stdout
}

const withParents = (path: string): string[] =>
  dirname(path) === path ? [path] : [...withParents(dirname(path)), path]
