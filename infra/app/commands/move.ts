/** `npm run move`: copies an embedded installation to empty servers. The embedded installation stays unchanged. */
import { readEnv } from '../../platform/env.ts'
import { openProgress, runCommand, UsageError } from '../../platform/run-command.ts'
import {
  assertServersEmpty,
  countEntries,
  isKafka,
  move,
  openEmbedded,
  type Servers,
  serversOf,
} from '../move/move.ts'

const USAGE = `npm run move -- look   prints the plan and checks the servers, without writing to them
npm run move           copies the installation in DATA_DIR to the empty servers of DATABASE_URL, CLICKHOUSE_URL and LOG_URL.
                       Stop Firsttouch first: infra/FROM-ONE-MACHINE-TO-MANY.md`

const number = (n: number): string => n.toLocaleString('en-GB')

const sayPlan = (env: Servers, entries: number): void =>
  console.log(
    [
      `From ${env.DATA_DIR}, which is only read.`,
      `The log: ${number(entries)} entries ${isKafka(env.LOG_URL) ? 'into Kafka' : 'with the records'}.`,
      'The records: into PostgreSQL, all of them or none.',
      'The figures: made by the new services, from the log.',
    ].join('\n'),
  )

const run = async (_values: unknown, [word]: string[]): Promise<void> => {
  if (word !== undefined && word !== 'look') throw new UsageError(`What is "${word}"?`)
  const env = await serversOf(readEnv())
  const source = await openEmbedded(env)
  try {
    const entries = await countEntries(source)
    await assertServersEmpty(env, source)
    sayPlan(env, entries)
    if (word === 'look') return
    const say = openProgress()
    await move(env, source, done =>
      say(`${number(done)} of ${number(entries)} entries copied into the log`, done >= entries),
    )
  } finally {
    await source.close()
  }
  console.log(
    `Moved. Copy ${env.DATA_DIR}/erasures into the DATA_DIR that npm run migrate will use. Then start the new services: npm run migrate, ` +
      'then each of them. They make the figures from the log.\n' +
      'Do not start the old installation again: both would send the same mail. Keep its other files until you have checked the new one.',
  )
}

if (import.meta.main) await runCommand({ usage: USAGE, words: 1, run })
