/** `npm run erase`: erases a person from every store and writes a receipt, which can repeat the erasure. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Subject } from '@firsttouch/api/inbox/erasure'
import { type Env, readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import type { Sql } from '../../stores/postgres.ts'
import { assertInstalled, withPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { eraseOnDisk, type OnDisk, QUICK_BYTES } from '../erasure/on-disk.ts'
import { appliedEverywhere, eraseAgain, erasePerson, tracesOf } from '../erasure/person.ts'
import { type Receipt, receipt as receiptSchema, saveReceipt } from '../erasure/receipt.ts'
import { withProjector } from '../start.ts'
import { findPerson, listOf, NOBODY_STATUS, nobody, subjectOf, WHO_OPTIONS, type Who } from './who.ts'

const USAGE = `npm run erase -- --email jo@example.com     erases the forms with this address, and the sessions that sent them
npm run erase -- --phone "07700 900123"     the same by telephone number
npm run erase -- --lead ID                  the same for the record with this id, and all others with its address
npm run erase -- --session utm_…            erases one browser's session, and the forms that were sent from it
npm run erase -- --again receipt.json       repeats an erasure, after a restore of an older backup
The command lists its findings and asks. With --yes it does not ask. Exit status: 2 for wrong use, 3 if nobody was found.
With --large-tables, tables of more than ${QUICK_BYTES / 1024 / 1024} MB are rewritten too. Writes to them wait until that is done.`

const OPTIONS = {
  ...WHO_OPTIONS,
  again: { type: 'string' },
  yes: { type: 'boolean' },
  'large-tables': { type: 'boolean' },
} as const
type Given = Who & { again?: string; yes?: boolean; 'large-tables'?: boolean }

const run = async ({ again, yes = false, 'large-tables': large = false, ...who }: Given): Promise<void> => {
  if (again && Object.keys(who).length > 0)
    throw new UsageError('The receipt names the person: leave out the other options.')
  const env = readEnv()
  const subject = again ? undefined : subjectOf(who, env.BUSINESS_COUNTRY)
  await assertInstalled(env)
  const old = again ? receiptSchema.parse(JSON.parse(await readFile(again, 'utf8'))) : undefined
  const texts = subject
    ? await withPostgresFromEnv(env, ({ sql }) => decide(sql, env, who, subject, yes))
    : []
  if (!texts) return
  const work = async ({ sql }: { sql: Sql }) => {
    const receipt = await (subject ? erasePerson(sql, subject, new Date()) : eraseAgain(sql, old as Receipt))
    // Save the receipt first. If a later step fails, only the receipt can repeat the erasure.
    await saveReceipt(resolve(env.DATA_DIR), receipt)
    await appliedEverywhere(sql)
    const left = await tracesOf(sql, texts)
    const onDisk = await eraseOnDisk(sql, large ? { mostBytes: Number.POSITIVE_INFINITY } : {})
    const path = await saveReceipt(resolve(env.DATA_DIR), { ...receipt, onDisk })
    console.log(reportOf({ ...receipt, onDisk }, path, subject && left))
    if (left.length > 0) process.exitCode = 1
  }
  await withProjector(env, () => withPostgresFromEnv(env, work))
}

/** Asks for confirmation. Returns the texts that must be gone afterwards, or undefined if no person was found. */
const decide = async (sql: Sql, env: Env, who: Who, subject: Subject, yes: boolean) => {
  const { records, sessions, spellings } = await findPerson(sql, subject, env.BUSINESS_COUNTRY)
  // With a log in Kafka, go on even if nothing was found, because the log may hold a session that no record mentions.
  const mayBeInLog = 'session' in subject && env.LOG_URL?.startsWith('kafka')
  if (records.length === 0 && !mayBeInLog && (await tracesOf(sql, spellings)).length === 0) {
    console.error(nobody(who))
    process.exitCode = NOBODY_STATUS
    return undefined
  }
  console.log(listOf(records, sessions))
  if (yes) return spellings
  if (!process.stdin.isTTY)
    throw new Error('Nothing was erased: there is no terminal to ask at. Add --yes to erase what is listed.')
  const terminal = createInterface(process.stdin, process.stdout)
  const answer = await terminal.question('Erase all of it, for good? Type yes: ')
  terminal.close()
  if (answer.trim().toLowerCase() === 'yes') return spellings
  throw new Error('Nothing was erased.')
}

const reportOf = (
  { erased, sessions, id, onDisk }: Receipt & { onDisk: OnDisk },
  path: string,
  left: string[] | undefined,
): string =>
  [
    `Erased: ${Object.entries(erased)
      .map(([what, n]) => `${n} ${what}`)
      .join(', ')}; ${sessions.length} sessions have an alias.`,
    left === undefined
      ? 'A receipt names no person, so the tables were not searched afterwards.'
      : left.length === 0
        ? 'Searched every table of PostgreSQL afterwards for each spelling that was found: nothing is left.'
        : `Still found in: ${left.join(', ')}. Please look there. A record can be erased by its id: --lead ID.`,
    ...(onDisk.remains.length === 0
      ? [
          'PostgreSQL\u2019s tables were rewritten, and old segments of its write-ahead log deleted. None of its files holds the',
          'erased data, and no later backup will.',
        ]
      : [
          'PostgreSQL\u2019s files may still hold erased data that no query finds. So may a backup made before they are clean:',
          ...onDisk.remains,
          `Afterwards, npm run erase -- --again ${path} removes it.`,
        ]),
    `Receipt ${id}: ${path}`,
    'Keep a copy of the receipt outside the machine: if you restore a backup older than this erasure, run npm run erase -- --again FILE.',
    'Not erased: files that staff exported, e-mails and chats, backups (delete them within 30 days), and a log in Kafka, which',
    'holds sessions but never names or addresses. ClickHouse deletes the files with replaced rows, which hold sessions, within ten',
    'minutes. A disk keeps the bytes of deleted files until it overwrites them.',
  ].join('\n')

await runCommand({ usage: USAGE, options: OPTIONS, run })
