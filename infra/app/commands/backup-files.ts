/** Backs up the embedded PostgreSQL while it runs, and restores a backup for the next start. */
import type { CopyOptions } from 'node:fs'
import { cp, mkdir, readdir, readFile, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { walk } from '../../platform/walk.ts'
import { give, serverAccount } from '../../stores/embedded/account.ts'
import { unlessAbsent } from '../../stores/owner.ts'
import type { Sql } from '../../stores/postgres.ts'

export const BACKUP_FORMAT = 2

/** Files that only the running server needs or that the next server creates again. `pg_wal` is copied last. */
const NOT_COPIED = ['postmaster.pid', 'postmaster.opts']
const NOT_COPIED_FROM = /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\//
const isCopied = (path: string): boolean =>
  !NOT_COPIED.includes(path) && !NOT_COPIED_FROM.test(path) && !path.includes('pgsql_tmp')

/**
 * Takes a base backup while the server runs. See "Making a Base Backup Using the Low Level API" in PostgreSQL's manual.
 * Files may change during the copy. At its first start, PostgreSQL repairs them from the copied write-ahead log.
 * Uses one reserved connection, because PostgreSQL ends a backup together with its session.
 */
export const copyDatabase = async (sql: Sql, target: string, onCopied: OnCopied = () => undefined) => {
  const one = await sql.reserve()
  try {
    const [row] = await one<{ directory: string }[]>`SELECT current_setting('data_directory') AS directory`
    const directory = row?.directory ?? ''
    const slot = `backup_${process.pid}_${Date.now()}`
    // The slot retains the write-ahead log until this session ends.
    await one`SELECT pg_create_physical_replication_slot(${slot}, true, true)`
    await one`SELECT pg_backup_start('firsttouch', true)`
    const [size] = await one<{ bytes: string }[]>`SELECT sum(pg_database_size(oid)) AS bytes FROM pg_database`
    const wanted = Number(size?.bytes ?? 0)
    await assertRoom(target, wanted)
    await copyFiles(directory, target, isCopied, bytes => onCopied(bytes, wanted))
    const [label] = await one<{ labelfile: string }[]>`SELECT labelfile FROM pg_backup_stop(false)`
    await copyFiles(
      join(directory, 'pg_wal'),
      join(target, 'pg_wal'),
      path => !path.startsWith('archive_status/'),
    )
    await writeFile(join(target, 'backup_label'), label?.labelfile ?? '', { mode: 0o600 })
    await one`SELECT pg_drop_replication_slot(${slot})`
  } finally {
    one.release()
  }
}

/** Throws if the target's disk is too small. A full disk would stop every service that stores data on it. */
const assertRoom = async (target: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(dirname(target))
  if (bavail * bsize >= bytes) return
  const [room, needed] = [bavail * bsize, bytes].map(some => Math.ceil(some / 1e6))
  throw new Error(
    `The backup takes about ${needed} MB, and its disk has room for ${room} MB. Nothing was copied.`,
  )
}

/** Called after each file with the bytes copied so far and the estimated total. */
export type OnCopied = (bytes: number, of: number) => void

/** Skips files that disappear because their tables are dropped during the copy. */
const copyFiles = async (
  from: string,
  to: string,
  wanted: (path: string) => boolean,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<void> => {
  let bytes = 0
  await mkdir(to, { recursive: true, mode: 0o700 })
  for await (const { path, entry } of walk(from, wanted)) {
    if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    else if (entry.isFile()) {
      await copyIfThere(join(from, path), join(to, path))
      bytes += (await stat(join(to, path)).catch(() => null))?.size ?? 0
      onBytes(bytes)
    }
  }
}

export const placeDatabase = async (copy: string, directory: string): Promise<void> => {
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 })
  await cp(copy, directory, { recursive: true, errorOnExist: true, force: false })
  const account = await serverAccount()
  await give(directory, account)
  for await (const { path } of walk(directory)) await give(join(directory, path), account)
}

export const copyIfThere = async (from: string, to: string, options?: CopyOptions): Promise<void> => {
  await cp(from, to, options).catch(error => {
    if (error.code !== 'ENOENT') throw error
  })
}

export const majorVersion = async (directory: string): Promise<string> =>
  (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => '')).trim()

export const isEmpty = async (directory: string): Promise<boolean> =>
  !(await unlessAbsent(directory, stat)) || (await readdir(directory)).length === 0
