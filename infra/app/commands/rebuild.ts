/**
 * `npm run rebuild`: rebuilds the read models and then switches to them. Until then, the old read models serve. A
 * running projector rebuilds from the log, or with `--keep-events` from the stored events. This command switches only
 * if the old and new read models match, or with `--accept-differences`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ParityReport } from '@firsttouch/projector/generations/parity'
import type { Log } from '../../log/log.ts'
import { withLog } from '../../log/open-log.ts'
import { reachesEnd } from '../../log/reaches-end.ts'
import { readEnv } from '../../platform/env.ts'
import { runCommand, UsageError } from '../../platform/run-command.ts'
import type { Sql } from '../../stores/postgres.ts'
import { withPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { databaseOf, groupOf } from '../../stores/read-models.ts'
import { withProjector } from '../start.ts'

const USAGE = `npm run rebuild                          rebuilds, compares and switches, or continues an interrupted rebuild
npm run rebuild -- --keep-events         the same from the stored events, without the log: faster
npm run rebuild -- --accept-differences  switches although the report shows differences
npm run rebuild -- rollback              serves the previous generation again
npm run rebuild -- drop                  drops the previous generation, and a rebuild that does not serve yet
npm run rebuild -- status                lists the generations and their states`

/** Time limit for the new generation to reach the end of the log. The switch fails after that. */
const CATCH_UP_MS = 60_000

/** Upper bound of printed differences. */
const SHOWN = 50

type Row = { generation: number; state: string; report: ParityReport | null; created_at: Date }

const beginOrResume = async (sql: Sql, keepsEvents: boolean): Promise<number> => {
  const [open] = await sql<Row[]>`SELECT generation FROM read_models WHERE state IN ('building', 'ready')`
  if (open) return open.generation
  const [made] = await sql<Row[]>`
    INSERT INTO read_models (generation, state, events_of)
    SELECT max(generation) + 1, 'building', max(generation) FILTER (WHERE ${keepsEvents} AND state = 'serving')
    FROM read_models RETURNING generation`
  if (!made) throw new Error('The table read_models is empty.')
  return made.generation
}

/** Prints the progress until the projector has saved the report that compares the generations. */
const untilReady = async (sql: Sql, log: Log, generation: number): Promise<ParityReport> => {
  const started = performance.now()
  let first: number | undefined
  for (;;) {
    const [row] = await sql<Row[]>`SELECT state, report FROM read_models WHERE generation = ${generation}`
    if (row?.report) return row.report
    if (row?.state !== 'building')
      throw new Error(`Generation ${generation} was dropped while it was being rebuilt.`)
    const positions = await log.positions(groupOf(databaseOf(generation)))
    const sum = (of: (position: (typeof positions)[number]) => number) =>
      positions.reduce((all, one) => all + of(one), 0)
    const done = sum(({ committed, start }) => Math.max(0, committed - start))
    const total = sum(({ end, start }) => end - start)
    first ??= done
    process.stdout.write(`\r${progressLine(done, total, done - first, performance.now() - started)}\x1b[K`)
    await sleep(500)
  }
}

const progressLine = (done: number, total: number, since: number, ms: number): string => {
  const share = total === 0 ? 100 : (100 * done) / total
  const left = since > 0 ? Math.ceil(((total - done) * ms) / since / 1000) : undefined
  const estimate = left === undefined ? 'no progress yet: is Firsttouch running?' : `about ${left} s left`
  return `${done.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')} log entries, ${share.toFixed(1)} %, ${estimate}`
}

/** Throws unless the generation has caught up with the log, so that queries never return older data than before. */
const serve = async (sql: Sql, log: Log, generation: number): Promise<void> => {
  if (!(await reachesEnd(log, groupOf(databaseOf(generation)), AbortSignal.timeout(CATCH_UP_MS))))
    throw new Error(`Generation ${generation} has not caught up with the log: check that a projector runs.`)
  await sql.begin(async transaction => {
    await transaction`UPDATE read_models SET state = 'kept' WHERE state = 'serving'`
    await transaction`UPDATE read_models SET state = 'serving' WHERE generation = ${generation}`
  })
}

const printReport = ({ comparedWith, until, compared, differences }: ParityReport): void => {
  console.log(
    `\nCompared with generation ${comparedWith}, up to ${until}: ${compared} numbers, ${differences.length} different.`,
  )
  for (const { what, key, before, after } of differences.slice(0, SHOWN))
    console.log(`  ${what} | ${key || '(none)'} | ${before} before | ${after} rebuilt`)
}

type Choices = { acceptDifferences: boolean; keepEvents: boolean }

const rebuild = async (sql: Sql, log: Log, { acceptDifferences, keepEvents }: Choices): Promise<void> => {
  const generation = await beginOrResume(sql, keepEvents)
  const report = await untilReady(sql, log, generation)
  printReport(report)
  if (report.differences.length > 0 && !acceptDifferences) {
    console.log(
      'Not switched. Look at the differences, then: npm run rebuild -- --accept-differences, or -- drop',
    )
    process.exitCode = 1
    return
  }
  await serve(sql, log, generation)
  console.log(
    `Generation ${generation} serves. The previous generation is kept: npm run rebuild -- rollback, or -- drop.`,
  )
}

const rollBack = async (sql: Sql, log: Log): Promise<void> => {
  const [kept] = await sql<
    Row[]
  >`SELECT generation FROM read_models WHERE state = 'kept' ORDER BY generation DESC LIMIT 1`
  if (!kept) throw new Error('There is no previous generation to roll back to.')
  await serve(sql, log, kept.generation)
  console.log(`Generation ${kept.generation} serves again.`)
}

const drop = async (sql: Sql): Promise<void> => {
  const dropped = await sql<Row[]>`
    UPDATE read_models SET state = 'retired' WHERE state IN ('building', 'ready', 'kept') RETURNING generation`
  console.log(
    dropped.length === 0
      ? 'Nothing to drop.'
      : `Dropped: generation ${dropped.map(row => row.generation).join(', ')}.`,
  )
}

const status = async (sql: Sql): Promise<void> => {
  const rows = await sql<Row[]>`SELECT generation, state, created_at FROM read_models ORDER BY generation`
  for (const { generation, state, created_at } of rows)
    console.log(`generation ${generation}  ${state.padEnd(9)} since ${created_at.toISOString()}`)
}

const COMMANDS: Record<string, (sql: Sql, log: Log) => Promise<void>> = { rollback: rollBack, drop, status }

const run = async (
  { 'accept-differences': acceptDifferences = false, 'keep-events': keepEvents = false },
  [name]: string[],
): Promise<void> => {
  const command = name === undefined ? undefined : COMMANDS[name]
  if (name !== undefined && (!command || acceptDifferences || keepEvents))
    throw new UsageError(`What is "${name}"${command ? ' for, with an option of a rebuild' : ''}?`)
  const env = readEnv()
  const work = (sql: Sql, log: Log) =>
    command ? command(sql, log) : rebuild(sql, log, { acceptDifferences, keepEvents })
  await withProjector(env, () =>
    withPostgresFromEnv(env, ({ sql, url }) => withLog(env.LOG_URL ?? url, log => work(sql, log))),
  )
}

const options = { 'accept-differences': { type: 'boolean' }, 'keep-events': { type: 'boolean' } } as const
await runCommand({ usage: USAGE, options, words: 1, run })
