/**
 * `npm run backup -- <directory>`: backs up the embedded PostgreSQL and the log in it. Firsttouch may be running. The
 * backup lacks the read models, because a restore rebuilds them from the log.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Env, readEnv } from '../../platform/env.ts'
import { openProgress, runCommand, UsageError } from '../../platform/run-command.ts'
import { codeOf, explained } from '../../stores/owner.ts'
import type { Sql } from '../../stores/postgres.ts'
import { assertInstalled, withPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import {
  BACKUP_FORMAT,
  copyDatabase,
  copyIfThere,
  isEmpty,
  majorVersion,
  type OnCopied,
} from './backup-files.ts'

/** Throws if PostgreSQL or the log is on a server, because servers have their own backup tools. */
export const refuseServers = ({ DATABASE_URL, LOG_URL }: Pick<Env, 'DATABASE_URL' | 'LOG_URL'>): void => {
  const elsewhere = [DATABASE_URL && 'PostgreSQL (DATABASE_URL)', LOG_URL && 'the log (LOG_URL)'].filter(
    Boolean,
  )
  if (elsewhere.length > 0)
    throw new Error(
      `${elsewhere.join(' and ')} ${elsewhere.length > 1 ? 'are' : 'is'} not embedded: infra/README.md says how to back up servers. Nothing was copied.`,
    )
}

/** Writes to `<target>.partial` and renames that directory when the backup is complete. */
export const backUp = async (env: Env, target: string, onCopied?: OnCopied): Promise<void> => {
  refuseServers(env)
  if (!(await isEmpty(target))) throw new Error(`${target} is not empty: choose a new directory.`)
  await assertInstalled(env)
  const partial = `${target}.partial`
  const remove = () => rm(partial, { recursive: true, force: true })
  await withPostgresFromEnv(env, async ({ sql }) => {
    try {
      await remove()
      await copyAll(sql, env, partial, onCopied)
      await rm(target, { recursive: true, force: true })
      await rename(partial, target)
    } catch (error) {
      await remove()
      throw await whyNot(error, target)
    }
    await noteBackup(sql, new Date())
  })
}

const whyNot = (error: unknown, target: string): Promise<unknown> | Error =>
  ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
    ? new Error(
        `The disk of ${target} is full. The incomplete backup was removed. Make room, or name another disk.`,
      )
    : explained(error, target)

const copyAll = async (sql: Sql, env: Env, partial: string, onCopied?: OnCopied): Promise<void> => {
  await mkdir(partial, { recursive: true, mode: 0o700 })
  await copyDatabase(sql, join(partial, 'postgres'), onCopied)
  await copyIfThere(join(env.DATA_DIR, 'erasures'), join(partial, 'erasures'), { recursive: true })
  const about = {
    format: BACKUP_FORMAT,
    madeAt: new Date().toISOString(),
    postgres: await majorVersion(join(partial, 'postgres')),
  }
  await writeFile(join(partial, 'backup.json'), `${JSON.stringify(about)}\n`, { mode: 0o600 })
}

const noteBackup = async (sql: Sql, now: Date): Promise<void> => {
  await sql`
    INSERT INTO backups (made_at) VALUES (${now}) ON CONFLICT (one) DO UPDATE SET made_at = EXCLUDED.made_at`
}

const MB = 1_000_000

/** The copied size may exceed the estimate, which is the size of the databases only. */
const sayProgress = (): OnCopied => {
  const say = openProgress()
  return (bytes, of) =>
    say(`Copied ${Math.round(bytes / MB)} MB of about ${Math.max(1, Math.round(of / MB))} MB`)
}

if (import.meta.main)
  await runCommand({
    usage: 'npm run backup -- /backups/2026-03-01   a copy of the embedded data in a new directory',
    words: 1,
    run: async (_values, [directory]) => {
      if (!directory) throw new UsageError('Name the directory for the backup.')
      await backUp(readEnv(), resolve(directory), sayProgress())
      console.log(
        `Backed up to ${directory}. It holds people's data: keep it as safe as the original, 30 days at most.`,
      )
    },
  })
