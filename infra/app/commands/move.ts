/** `npm run move`: an embedded installation to servers of its own. The embedded one is only read, and stays as it is. */
import { readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import {
  isKafka,
  move,
  type Outcome,
  openEmbedded,
  type Plan,
  planOf,
  type Servers,
  serversOf,
} from '../move/move.ts'
import { differenceLines } from './difference-lines.ts'

const USAGE = `npm run move -- look   what would be done, and whether the servers can take it; writes nothing there
npm run move           the installation in DATA_DIR to the servers that DATABASE_URL, CLICKHOUSE_URL and LOG_URL name; goes on where
                       an interrupted one stopped. Stop Firsttouch before: infra/FROM-ONE-MACHINE-TO-MANY.md`

const number = (n: number): string => n.toLocaleString('en-GB')

const sayPlan = (env: Servers, { entries, held, target }: Plan): void => {
  const log = isKafka(env.LOG_URL)
    ? `The log: ${number(entries)} entries into Kafka${held > 0 ? `, ${number(held)} of them are there` : ''}.`
    : `The log: ${number(entries)} entries, with the records.`
  const records = target === 'same' ? 'are in PostgreSQL already' : 'into PostgreSQL, all of them or none'
  console.log(
    [
      `From ${env.DATA_DIR}, which is only read, but for figures that are behind its log: they are made whole first.`,
      log,
      `The records: ${records}.`,
      'The figures: made anew from the log, in ClickHouse.',
      'Then every number is held against those here.',
    ].join('\n'),
  )
}

const SAY_EVERY_MS = 1_000

/** A line a second at most, and the first and last of each step. */
const openProgress = () => {
  let said = { what: '', at: 0 }
  return (what: string, done: number, of: number): void => {
    if (what === said.what && Date.now() - said.at < SAY_EVERY_MS && done < of) return
    said = { what, at: Date.now() }
    console.log(`${number(done)} of ${number(of)} ${what}`)
  }
}

const sayMoved = (compared: number, dataDir: string): void =>
  console.log(
    `${number(compared)} numbers compared, all equal. Now start the new services: npm run migrate, then each of them.\n` +
      `Do not start the old installation again: both would send the same mail. Copy ${dataDir}/erasures to where DATA_DIR of ` +
      'npm run migrate lies, and keep the rest until you are content.',
  )

const sayDifferences = ({ compared, differences }: Outcome): void => {
  process.exitCode = 1
  console.log(`${number(compared)} numbers compared, ${differences.length} differ:`)
  for (const line of differenceLines(differences, { before: 'here', after: 'there' })) console.log(line)
  console.log('The old installation is as it was: it can be started again, and the servers be emptied.')
}

const run = async (_values: unknown, [word]: string[]): Promise<void> => {
  if (word !== undefined && word !== 'look') throw new UsageError(`What is "${word}"?`)
  const env = await serversOf(readEnv())
  const source = await openEmbedded(env)
  try {
    const plan = await planOf(env, source)
    sayPlan(env, plan)
    if (word === 'look') return
    const outcome = await move(env, source, plan, { say: console.log, progress: openProgress() })
    if (outcome.differences.length === 0) sayMoved(outcome.compared, env.DATA_DIR)
    else sayDifferences(outcome)
  } finally {
    await source.close()
  }
}

if (import.meta.main) await runCommand({ usage: USAGE, words: 1, run })
