/** `npm run erase`: a person out of every store, with a receipt that can be carried out again. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from './env.ts'
import { appliedEverywhere, eraseAgain, erasePerson, tracesOf } from './erase-person.ts'
import { type Receipt, receipt as receiptSchema, saveReceipt } from './erase-receipt.ts'
import { openRecords } from './records.ts'
import { isRunning, startFirsttouch } from './start.ts'

const USAGE = `npm run erase -- --email jo@example.com     who sent forms with this address, and the sessions they came from
npm run erase -- --session utm_…            one browser's session, and the forms that were sent from it
npm run erase -- --again receipt.json       once more, after a backup from before was restored`

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { email: { type: 'string' }, session: { type: 'string' }, again: { type: 'string' } },
  })
  const { email, session, again } = values
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
    const path = await saveReceipt(resolve(env.DATA_DIR), receipt)
    console.log(reportOf(receipt, path, left))
    if (left.length > 0) process.exitCode = 1
  } finally {
    await records.close()
    await started?.close()
  }
}

const reportOf = ({ erased, sessions, id }: Receipt, path: string, left: string[]): string =>
  [
    `Erased: ${Object.entries(erased)
      .map(([what, n]) => `${n} ${what}`)
      .join(', ')}; ${sessions.length} sessions are read under an alias from now on.`,
    left.length === 0
      ? 'Searched every table of PostgreSQL for it afterwards: nothing is left.'
      : `Still found in: ${left.join(', ')}. Please look there.`,
    `Receipt ${id}: ${path}`,
    'Keep a copy of the receipt outside the machine: after a backup from before is restored, npm run erase -- --again FILE.',
    'Not reached: files that staff exported, e-mails and chats, backups (let them go within 30 days). What the ClickHouse',
    'engine replaced leaves the disk within ten minutes.',
  ].join('\n')

await main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
