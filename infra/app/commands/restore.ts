/** `npm run restore -- <directory>`: restores a backup into an empty DATA_DIR. The next start rebuilds the read models. */
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Env, readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import { makeDataDir, VERSION_FILE } from '../../stores/data-dir.ts'
import { unlessAbsent } from '../../stores/owner.ts'
import { refuseServers } from './backup.ts'
import { BACKUP_FORMAT, copyIfThere, majorVersion, placeDatabase } from './backup-files.ts'

/** Names that DATA_DIR may already contain. `erasures` holds receipts. The next start repeats the erasures in them. */
const MAY_BE_THERE = ['erasures', VERSION_FILE]

export const restore = async (env: Env, backup: string): Promise<{ madeAt: string }> => {
  refuseServers(env)
  const about = await readAbout(backup)
  const dataDir = resolve(env.DATA_DIR)
  const there = ((await unlessAbsent(dataDir, path => readdir(path))) ?? []).filter(
    name => !MAY_BE_THERE.includes(name),
  )
  if (there.length > 0)
    throw new Error(
      `${dataDir} holds ${there.join(', ')}: stop Firsttouch and move them away, but leave the directory erasures, ` +
        `or set DATA_DIR to a new one.`,
    )
  await makeDataDir(dataDir)
  await placeDatabase(join(backup, 'postgres'), join(dataDir, 'postgres'))
  await copyIfThere(join(backup, 'erasures'), join(dataDir, 'erasures'), { recursive: true, force: false })
  return about
}

const readAbout = async (backup: string): Promise<{ madeAt: string }> => {
  const text = await unlessAbsent(join(backup, 'backup.json'), path => readFile(path, 'utf8'), backup)
  if (text === undefined)
    throw new Error(`${backup} is not a backup, or not a whole one: it has no backup.json.`)
  const { format, madeAt, postgres } = JSON.parse(text)
  if (format !== BACKUP_FORMAT || postgres !== (await majorVersion(join(backup, 'postgres'))))
    throw new Error(
      `${backup} was made by another release (backup format ${format}, PostgreSQL ${postgres}): restore it with that one.`,
    )
  return { madeAt }
}

if (import.meta.main)
  await runCommand({
    usage:
      'npm run restore -- /backups/2026-03-01   a backup into a DATA_DIR that is empty but for erasures, with Firsttouch stopped',
    words: 1,
    run: async (_values, [directory]) => {
      if (!directory) throw new UsageError('Name the directory of the backup.')
      const env = readEnv()
      const { madeAt } = await restore(env, resolve(directory))
      console.log(`${env.DATA_DIR} is as it was at ${madeAt}. npm start rebuilds the figures from the log.`)
    },
  })
