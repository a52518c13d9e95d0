/**
 * One question of an analyst to the embedded engine, in a session of its own that ends with it. The second wall is the engine's own:
 * the session has the role `analyst` alone (embedded/engine-users.xml), which reads the views and nothing else, and is read-only. What
 * that wall does not hold, the first one must: the function file(), INTO OUTFILE, SET ROLE.
 */
import { buffer } from 'node:stream/consumers'
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
  /** `{name:Type}` in the query, as text. */
  parameters: Record<string, string>
  settings: Record<string, string>
  /** The format of statements that name none. */
  format: string
}

export type Answer = { bytes: Buffer; format: string; rows: number; bytesRead: number; seconds: number }

/** What every statement of a question goes with. */
type Session = Pick<ExecParams, 'role' | 'abort_signal'> & { clickhouse_settings?: Record<string, string> }

/** For analysts' statements alone: it sends no settings of its own. */
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
    throw new Refused('The engine is being started again: ask again in some seconds.', 210)
  })
  return {
    bytes: await buffer(stream),
    format,
    rows: Number(summary?.read_rows),
    bytesRead: Number(summary?.read_bytes),
    seconds: Number(summary?.elapsed_ns) / 1e9,
  }
}

export type Wall = 'reading' | 'roles'

/** Throws Refused, or an error with ClickHouse's `code` and `type`. */
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

/** Throws Refused. */
const secondReading = async (asker: ClickHouseClient, reading: Reading, session: Session): Promise<void> => {
  checkDatabases(reading, await lines(asker, 'SELECT name FROM system.databases'))
  const tree = await run(asker, `EXPLAIN AST ${reading.statement}`, session)
  checkTree(tree.bytes.toString(), await functionsOf(asker))
}

let known: Promise<Functions> | undefined

/** They are those of the engine's release, the same for every directory. */
const functionsOf = (asker: ClickHouseClient): Promise<Functions> => {
  known ??= lines(asker, 'SELECT lower(name) FROM system.functions').then(names => new Set(names))
  known.catch(() => {
    known = undefined
  })
  return known
}

const lines = async (asker: ClickHouseClient, query: string): Promise<string[]> =>
  (await run(asker, query)).bytes.toString().trim().split('\n')

/** Drivers learn from these tables what there is; the role narrows them too, but the engine's own rows stay in sight. */
const ONLY_REPORTING = `{
  'system.databases': 'name = \\'${REPORTING}\\'',
  'system.tables': 'database = \\'${REPORTING}\\'',
  'system.columns': 'database = \\'${REPORTING}\\'',
  'system.data_skipping_indices': 'database = \\'${REPORTING}\\'',
  'system.dictionaries': 'database = \\'${REPORTING}\\''
}`

/** Throws Refused. */
const sessionOf = ({ parameters, settings }: Question, walls: readonly Wall[]): Session => {
  for (const name of Object.keys(parameters))
    if (!/^\w+$/.test(name)) throw new Refused(`${name} cannot be the name of a parameter.`, 62)
  const isReading = walls.includes('reading')
  const chosen = Object.entries(settings).filter(([name]) => !isReading || isChosen(name))
  const limits = Object.entries({ ...ANALYST_LIMITS, ...lowered(settings) })
  // Not as query_params, which would escape a second time what drivers have escaped.
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

/** Throws Refused. */
const isChosen = (name: string): boolean => {
  if (SETTINGS_OF_ANSWERS.has(name)) return true
  if (isWithoutEffect(name)) return false
  throw new Refused(`The setting ${name} cannot be chosen here: only how an answer looks can be.`)
}

/** A client may ask for less than an analyst gets, as JDBC's setMaxRows and setQueryTimeout do. */
const lowered = (settings: Record<string, string>): Record<string, number | string> => {
  const less: Record<string, number | string> = {}
  for (const [name, most] of Object.entries(ANALYST_LIMITS)) {
    const asked = Number(settings[name])
    if (typeof most === 'number' && asked > 0 && asked < most) less[name] = Math.floor(asked) || 1
  }
  if (settings.result_overflow_mode === 'break') less.result_overflow_mode = 'break'
  return less
}
