/** `npm run erase`: a person out of every store, with a receipt that can be carried out again. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '../../platform/env.ts'
import { openRecords } from '../../stores/open-postgres.ts'
import { eraseOnDisk, type OnDisk, QUICK_BYTES } from '../erasure/on-disk.ts'
import { appliedEverywhere, eraseAgain, erasePerson, tracesOf } from '../erasure/person.ts'
import { type Receipt, receipt as receiptSchema, saveReceipt } from '../erasure/receipt.ts'
import { isRunning, startFirsttouch } from '../start.ts'

const USAGE = `npm run erase -- --email jo@example.com     who sent forms with this address, and the sessions they came from
npm run erase -- --session utm_…            one browser's session, and the forms that were sent from it
npm run erase -- --again receipt.json       once more, after a backup from before was restored
With --large-tables, tables of more than ${QUICK_BYTES / 1024 / 1024} MB are written anew too: what wants to write to them waits so long.`

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      session: { type: 'string' },
      again: { type: 'string' },
      'large-tables': { type: 'boolean' },
    },
  })
  const { email, session, again, 'large-tables': large } = values
  if ([email, session, again].filter(Boolean).length !== 1) throw new Error(USAGE)
  const old = again ? receiptSchema.parse(JSON.parse(await readFile(again, 'utf8'))) : undefined
  const env = readEnv()
  // Only a projector can change the read models: the running one, or one for the moment.
  const started =
    env.CLICKHOUSE_URL || (await isRunning(env)) ? null : await startFirsttouch(env, { site: false })
  const records = await openRecords(env)
  try {
    const { sql } = records
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
  } finally {
    await records.close()
    await started?.close()
  }
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

await main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
