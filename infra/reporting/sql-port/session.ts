/**
 * Runs an analyst's query in a read-only session with only the role `analyst`, which can read nothing but the views.
 * guard.ts rejects what the role cannot prevent: the function file(), INTO OUTFILE and SET ROLE.
 */
import { type ClickHouseClient, ClickHouseError, type ExecParams } from '@clickhouse/client'
import { connect } from '../../stores/clickhouse.ts'
import type { Engine } from '../../stores/embedded/engine/supervisor.ts'
import { ANALYST_LIMITS } from '../limits.ts'
import { isWithoutEffect, SETTINGS_OF_ANSWERS } from './allowed.ts'
import {
  allowedFormat,
  checkDatabases,
  checkTree,
  type Functions,
  REPORTING,
  type Reading,
  readStatement,
} from './guard.ts'
import { Refused } from './tokens.ts'

export type Question = {
  query: string
  /** Values of `{name:Type}` in the query, as text. */
  parameters: Record<string, string>
  settings: Record<string, string>
  /** Format of the answer if the statement has no FORMAT clause. */
  format: string
}

/** `chunks`: as the engine sent them. Joining a large answer would block the event loop. */
export type Answer = { chunks: Buffer[]; format: string; rows: number; bytesRead: number; seconds: number }

export const textOf = ({ chunks }: Answer): string => Buffer.concat(chunks).toString()

type Session = Pick<ExecParams, 'role' | 'abort_signal'> & { clickhouse_settings?: Record<string, string> }

/** The client sets no ClickHouse settings. `sessionOf` chooses them for each question. */
export const openAsker = ({ url, password }: Pick<Engine, 'url' | 'password'>): ClickHouseClient =>
  connect({ url, password, database: REPORTING })

/** Rejects with an error that has ClickHouse's `code` and `type`. */
const run = async (
  asker: ClickHouseClient,
  query: string,
  session: Session = {},
  format = 'TabSeparatedRaw',
): Promise<Answer> => {
  const clickhouse_settings: Record<string, string> = {
    ...session.clickhouse_settings,
    default_format: format,
  }
  const { stream, summary } = await asker.exec({ ...session, query, clickhouse_settings }).catch(error => {
    if (error instanceof ClickHouseError) throw error
    throw new Refused('The engine is restarting. Try again in a few seconds.', 210)
  })
  return {
    chunks: await stream.toArray(),
    format,
    rows: Number(summary?.read_rows),
    bytesRead: Number(summary?.read_bytes),
    seconds: Number(summary?.elapsed_ns) / 1e9,
  }
}

export type Wall = 'reading' | 'roles'

/**
 * The wall `reading` checks each statement with guard.ts. The wall `roles` restricts the session. The returned function
 * throws Refused, or an error with ClickHouse's `code` and `type`.
 */
export const answerBehind =
  (walls: readonly Wall[]) =>
  (asker: ClickHouseClient) =>
  async (question: Question, signal?: AbortSignal): Promise<Answer> => {
    const reading = walls.includes('reading')
      ? readStatement(question.query, await functionsOf(asker))
      : undefined
    const format = reading ? (reading.format ?? allowedFormat(question.format)) : question.format
    const session = { ...sessionOf(question, walls), ...(signal && { abort_signal: signal }) }
    if (reading) await secondReading(asker, reading, session)
    return run(asker, reading?.statement ?? question.query, session, format)
  }

export const answerAnalyst = answerBehind(['reading', 'roles'])

const secondReading = async (asker: ClickHouseClient, reading: Reading, session: Session): Promise<void> => {
  checkDatabases(reading, await lines(asker, 'SELECT name FROM system.databases'))
  const tree = await run(asker, `EXPLAIN AST ${reading.statement}`, session)
  checkTree(textOf(tree), await functionsOf(asker))
}

let known: Promise<Functions> | undefined

/** Memoized, because the functions depend only on the engine's release. */
const functionsOf = (asker: ClickHouseClient): Promise<Functions> => {
  known ??= lines(asker, 'SELECT lower(name) FROM system.functions').then(names => new Set(names))
  known.catch(() => {
    known = undefined
  })
  return known
}

const lines = async (asker: ClickHouseClient, query: string): Promise<string[]> =>
  textOf(await run(asker, query))
    .trim()
    .split('\n')

/** Row filters, because drivers list schemas and the role alone would also show the engine's own databases. */
const ONLY_REPORTING = `{
  'system.databases': 'name = \\'${REPORTING}\\'',
  'system.tables': 'database = \\'${REPORTING}\\'',
  'system.columns': 'database = \\'${REPORTING}\\'',
  'system.data_skipping_indices': 'database = \\'${REPORTING}\\'',
  'system.dictionaries': 'database = \\'${REPORTING}\\''
}`

const sessionOf = ({ parameters, settings }: Question, walls: readonly Wall[]): Session => {
  for (const name of Object.keys(parameters))
    if (!/^\w+$/.test(name)) throw new Refused(`${name} is not a valid parameter name.`, 62)
  const isReading = walls.includes('reading')
  const chosen = Object.entries(settings).filter(([name]) => !isReading || isChosen(name))
  const limits = Object.entries({ ...ANALYST_LIMITS, ...lowered(settings) })
  // Do not use `query_params`. It would escape values that drivers have already escaped.
  const asSent = Object.entries(parameters).map(([name, value]) => [`param_${name}`, value])
  return {
    clickhouse_settings: {
      ...Object.fromEntries(asSent),
      ...Object.fromEntries(limits.map(([name, value]) => [name, String(value)])),
      ...Object.fromEntries(chosen),
      ...(walls.includes('roles') && { additional_table_filters: ONLY_REPORTING }),
      readonly: '1',
    },
    ...(walls.includes('roles') && { role: 'analyst' }),
  }
}

const isChosen = (name: string): boolean => {
  if (SETTINGS_OF_ANSWERS.has(name)) return true
  if (isWithoutEffect(name)) return false
  throw new Refused(`The setting ${name} cannot be changed here. Only output settings can.`)
}

/** Returns the limits that a client lowers. JDBC does this in setMaxRows and setQueryTimeout. */
const lowered = (settings: Record<string, string>): Record<string, number | string> => {
  const less: Record<string, number | string> = {}
  for (const [name, most] of Object.entries(ANALYST_LIMITS)) {
    const asked = Number(settings[name])
    if (typeof most === 'number' && asked > 0 && asked < most) less[name] = Math.floor(asked) || 1
  }
  if (settings.result_overflow_mode === 'break') less.result_overflow_mode = 'break'
  return less
}
