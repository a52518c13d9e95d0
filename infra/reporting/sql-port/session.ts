/**
 * One question of an analyst to the engine of this process, in a session of its own that ends with it. The second wall
 * is the engine's own: the session leaves every role but `analyst` (embedded/engine-users.xml), which reads the views and nothing
 * else, and is read-only. What that wall does not hold, the first one must: the function file(), INTO OUTFILE, SET ROLE.
 */
import { join, resolve } from 'node:path'
import { parseError } from '@clickhouse/client'
import { type ChdbConnection, createChdbConnection } from 'chdb/connection'
import { literal } from '../../stores/literal.ts'
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
  /** Of a statement that names none itself. */
  format: string
}

export type Answer = { bytes: Buffer; format: string; rows: number; bytesRead: number; seconds: number }

type Session = { run(statement: string, format?: string): Promise<Answer>; close(): Promise<void> }

export const openSession = (dataDir: string): Session => {
  const connection: ChdbConnection = createChdbConnection({ path: join(resolve(dataDir), 'clickhouse') })
  return {
    run: async (query, format = 'TabSeparatedRaw') => {
      const result = await connection.chdb.queryAsync(query, { format }).catch((error: Error) => {
        throw parseError(error)
      })
      const { rowsRead: rows, bytesRead, elapsed: seconds } = result
      const { buffer, byteOffset, byteLength } = result.bytes()
      return { bytes: Buffer.from(buffer, byteOffset, byteLength), format, rows, bytesRead, seconds }
    },
    close: () => connection.close(),
  }
}

export type Wall = 'reading' | 'roles'

/** Throws Refused, or an error with ClickHouse's `code` and `type`. */
export const answerBehind =
  (walls: readonly Wall[]) =>
  (dataDir: string) =>
  async (question: Question): Promise<Answer> => {
    const functions = await functionsOf(dataDir)
    const reading = walls.includes('reading') ? readStatement(question.query, functions) : undefined
    const format = reading ? (reading.format ?? allowedFormat(question.format)) : question.format
    const settings = settingsOf(question, reading !== undefined)
    return withSession(dataDir, async session => {
      if (reading) checkDatabases(reading, await lines(session, 'SELECT name FROM system.databases'))
      await session.run(`USE ${REPORTING}`)
      if (walls.includes('roles')) await enterRole(session)
      await session.run(settings)
      if (reading) await secondReading(session, reading, functions)
      return session.run(reading?.statement ?? question.query, format)
    })
  }

export const answerAnalyst = answerBehind(['reading', 'roles'])

const withSession = async <T>(dataDir: string, work: (session: Session) => Promise<T>): Promise<T> => {
  const session = openSession(dataDir)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

/** Throws Refused. */
const secondReading = async (session: Session, reading: Reading, functions: Functions): Promise<void> => {
  const tree = await session.run(`EXPLAIN AST ${reading.statement}`)
  checkTree(tree.bytes.toString(), functions)
}

let known: Promise<Functions> | undefined

/** They are those of the engine's release, the same for every directory. */
const functionsOf = (dataDir: string): Promise<Functions> => {
  known ??= withSession(dataDir, session => lines(session, 'SELECT lower(name) FROM system.functions')).then(
    names => new Set(names),
  )
  known.catch(() => {
    known = undefined
  })
  return known
}

const lines = async (session: Session, query: string): Promise<string[]> =>
  (await session.run(query)).bytes.toString().trim().split('\n')

/** Drivers learn from these tables what there is; the role narrows them too, but the engine's own rows stay in sight. */
const ONLY_REPORTING = `{
  'system.databases': 'name = \\'${REPORTING}\\'',
  'system.tables': 'database = \\'${REPORTING}\\'',
  'system.columns': 'database = \\'${REPORTING}\\'',
  'system.data_skipping_indices': 'database = \\'${REPORTING}\\'',
  'system.dictionaries': 'database = \\'${REPORTING}\\''
}`

const enterRole = async (session: Session): Promise<void> => {
  await session.run('SET ROLE analyst')
  await session.run(`SET additional_table_filters = ${ONLY_REPORTING}`)
}

/** Read-only comes last: nothing can be set after it. */
const settingsOf = ({ parameters, settings }: Question, reading: boolean): string => {
  for (const name of Object.keys(parameters))
    if (!/^\w+$/.test(name)) throw new Refused(`${name} cannot be the name of a parameter.`, 62)
  const chosen = Object.entries(settings).filter(([name]) => !reading || isChosen(name))
  const all = [
    ...Object.entries({ ...ANALYST_LIMITS, ...lowered(settings) }).map(
      ([name, value]) => `${name} = ${literal(String(value))}`,
    ),
    ...chosen.map(([name, value]) => `${name} = ${literal(value)}`),
    ...Object.entries(parameters).map(([name, value]) => `param_${name} = ${literal(value)}`),
    'readonly = 1',
  ]
  return `SET ${all.join(', ')}`
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
