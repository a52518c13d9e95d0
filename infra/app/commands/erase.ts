/** `npm run erase`: a person out of every store, with a receipt that can be carried out again. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import type { Sql } from '../../stores/postgres.ts'
import { withPostgresOf } from '../../stores/postgres-from-env.ts'
import { eraseOnDisk, type OnDisk, QUICK_BYTES } from '../erasure/on-disk.ts'
import { appliedEverywhere, eraseAgain, erasePerson, tracesOf } from '../erasure/person.ts'
import { type Receipt, receipt as receiptSchema, saveReceipt } from '../erasure/receipt.ts'
import { withProjector } from './with-projector.ts'

const USAGE = `npm run erase -- --email jo@example.com     who sent forms with this address, and the sessions they came from
npm run erase -- --session utm_…            one browser's session, and the forms that were sent from it
npm run erase -- --again receipt.json       once more, after a backup from before was restored
With --large-tables, tables of more than ${QUICK_BYTES / 1024 / 1024} MB are written anew too: what wants to write to them waits so long.`

const OPTIONS = {
  email: { type: 'string' },
  session: { type: 'string' },
  again: { type: 'string' },
  'large-tables': { type: 'boolean' },
} as const
type Given = { email?: string; session?: string; again?: string; 'large-tables'?: boolean }

const run = async ({ email, session, again, 'large-tables': large = false }: Given): Promise<void> => {
  if ([email, session, again].filter(Boolean).length !== 1)
    throw new UsageError('Say who: one of --email, --session and --again.')
  const old = again ? receiptSchema.parse(JSON.parse(await readFile(again, 'utf8'))) : undefined
  const env = readEnv()
  const work = async ({ sql }: { sql: Sql }) => {
    const receipt = old
      ? await eraseAgain(sql, old)
      : await erasePerson(sql, email ? { email } : { session: session ?? '' }, new Date())
    await appliedEverywhere(sql)
    const left = await tracesOf(
      sql,
      [email, session].filter(text => text !== undefined),
    )
    const onDisk = await eraseOnDisk(sql, large ? { mostBytes: Number.POSITIVE_INFINITY } : {})
    const path = await saveReceipt(resolve(env.DATA_DIR), { ...receipt, onDisk })
    console.log(reportOf({ ...receipt, onDisk }, path, left))
    if (left.length > 0) process.exitCode = 1
  }
  await withProjector(env, () => withPostgresOf(env, work))
}

const reportOf = (
  { erased, sessions, id, onDisk }: Receipt & { onDisk: OnDisk },
  path: string,
  left: string[],
): string =>
  [
    `Erased: ${Object.entries(erased)
      .map(([what, n]) => `${n} ${what}`)
      .join(', ')}; ${sessions.length} sessions are read under an alias from now on.`,
    left.length === 0
      ? 'Searched every table of PostgreSQL for it afterwards: nothing is left.'
      : `Still found in: ${left.join(', ')}. Please look there.`,
    ...(onDisk.remains.length === 0
      ? [
          'PostgreSQL\u2019s files were written anew and its write-ahead log was let go: no file of it holds what was erased, nor',
          'will a backup that is made from now on.',
        ]
      : [
          'PostgreSQL\u2019s files may still hold what no query finds, and so may a backup made meanwhile:',
          ...onDisk.remains,
        ]),
    `Receipt ${id}: ${path}`,
    'Keep a copy of the receipt outside the machine: after a backup from before is restored, npm run erase -- --again FILE.',
    'Not reached: files that staff exported, e-mails and chats, backups (let them go within 30 days), and Kafka\u2019s log, where',
    'there is one: it holds sessions, never names or addresses. What the ClickHouse engine replaced, sessions as well, leaves its',
    'files within ten minutes. A disk keeps the bytes of deleted files until it writes there again.',
  ].join('\n')

await runCommand({ usage: USAGE, options: OPTIONS, run })
