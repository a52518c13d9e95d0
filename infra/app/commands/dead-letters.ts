/** `npm run dead-letters`: lists, shows and replays log entries that could not be projected. */
import {
  listDeadLetters,
  replayDeadLetters,
  showDeadLetter,
} from '@firsttouch/projector/dead-letters/command'
import { readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import { assertInstalled, withPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { withProjector } from '../start.ts'

const USAGE = `npm run dead-letters -- list [--reason R]      lists the dead letters with their reasons
npm run dead-letters -- show PARTITION/OFFSET  shows one entry with its bytes
npm run dead-letters -- replay [--reason R]    projects them again, after a release that can read them`

const run = async (reason: { reason?: string | undefined }, [command, place]: string[]): Promise<void> => {
  if (command === undefined) throw new UsageError()
  if (command === 'show' && !place)
    throw new UsageError('Name a dead letter as PARTITION/OFFSET, as the list shows it.')
  if (command !== 'show' && place) throw new UsageError(`What is "${place}"?`)
  const env = readEnv()
  await assertInstalled(env)
  if (command === 'list')
    return withPostgresFromEnv(env, ({ sql }) => listDeadLetters(sql, console.log, reason))
  if (command === 'show')
    return withPostgresFromEnv(env, ({ sql }) => showDeadLetter(sql, console.log, place ?? ''))
  if (command !== 'replay') throw new UsageError(`What is "${command}"?`)
  return withProjector(env, () =>
    withPostgresFromEnv(env, ({ sql }) => replayDeadLetters(sql, console.log, reason)),
  )
}

await runCommand({ usage: USAGE, options: { reason: { type: 'string' } }, words: 2, run })
