/** `npm run dead-letters`: entries of the log that could not be projected. */
import { parseArgs } from 'node:util'
import { listLetters, replayLetters, showLetter } from '@firsttouch/projector/dead-letters/command'
import { readEnv } from '../../platform/env.ts'
import { openRecords } from '../../stores/open-postgres.ts'
import { isRunning, startFirsttouch } from '../start.ts'

const USAGE = `npm run dead-letters -- list [--reason R]      what was set aside, and why
npm run dead-letters -- show PARTITION/OFFSET  one letter with its bytes
npm run dead-letters -- replay [--reason R]    project them again, after a release that can read them`

const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  })
  const [command, place] = positionals
  if (command !== 'list' && command !== 'replay' && !(command === 'show' && place)) throw new Error(USAGE)
  const env = readEnv()
  // Only a projector can replay: the running one, or one for the moment.
  const alone = command === 'replay' && !env.CLICKHOUSE_URL && !(await isRunning(env))
  const started = alone ? await startFirsttouch(env, { site: false }) : null
  const records = await openRecords(env)
  try {
    if (command === 'list') await listLetters(records.sql, console.log, values)
    else if (command === 'show') await showLetter(records.sql, console.log, place ?? '')
    else await replayLetters(records.sql, console.log, values)
  } finally {
    await records.close()
    await started?.close()
  }
}

await main().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
