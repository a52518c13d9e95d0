/** One question of an analyst to the engine of this process, in a session of its own that ends with it. */
import { join, resolve } from 'node:path'
import type { DataFormat } from '@clickhouse/client'
import { createChdbConnection } from 'chdb/connection'
import { ANALYST_LIMITS } from './reporting/limits.ts'
import { checkTree, REPORTING, Refused, readStatement, type Vocabulary } from './sql-port-guard.ts'

export type Question = {
  query: string
  /** `{name:Type}` in the query, as text. */
  parameters: Record<string, string>
  settings: Record<string, string>
  format: string
}

type Session = { run(statement: string, format?: string): Promise<Buffer>; close(): Promise<void> }

export const openSession = (dataDir: string): Session => {
  const connection = createChdbConnection({ path: join(resolve(dataDir), 'clickhouse') })
  return {
    run: async (query, format = 'TabSeparatedRaw') => {
      // Any name: the engine says which it knows.
      const clickhouse_settings = { default_format: format as DataFormat }
      const { stream } = await connection.query({ query, clickhouse_settings })
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks)
    },
    close: () => connection.close(),
  }
}

export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Throws Refused, or an error with ClickHouse's `code` and `type`. */
export const answerAnalyst =
  (dataDir: string) =>
  async (question: Question): Promise<Buffer> => {
    const session = openSession(dataDir)
    try {
      const vocabulary = await readVocabulary(session)
      const statement = readStatement(question.query, vocabulary)
      await session.run(`USE ${REPORTING}`)
      await session.run(settingsOf(question))
      checkTree((await session.run(`EXPLAIN AST ${statement}`)).toString(), vocabulary)
      return await session.run(statement, question.format)
    } finally {
      await session.close()
    }
  }

/** What a client may choose itself: how its answer looks. Everything else is as for every analyst. */
const HARMLESS = /^(output_format_\w+|date_time_output_format|join_use_nulls|extremes)$/

/** Read-only comes last: nothing can be set after it. */
const settingsOf = ({ parameters, settings }: Question): string => {
  for (const name of Object.keys(parameters))
    if (!/^\w+$/.test(name)) throw new Refused(`${name} cannot be the name of a parameter.`, 62)
  const chosen = Object.entries(settings).filter(([name]) => HARMLESS.test(name))
  const all = [
    ...Object.entries(ANALYST_LIMITS).map(([name, value]) => `${name} = ${literal(String(value))}`),
    ...chosen.map(([name, value]) => `${name} = ${literal(value)}`),
    ...Object.entries(parameters).map(([name, value]) => `param_${name} = ${literal(value)}`),
    'readonly = 1',
  ]
  return `SET ${all.join(', ')}`
}

const readVocabulary = async (session: Session): Promise<Vocabulary> => {
  const text = await session.run(VOCABULARY)
  const of = new Map<string, Set<string>>()
  for (const line of text.toString().split('\n')) {
    const [kind = '', name = ''] = line.split('\t')
    of.set(kind, (of.get(kind) ?? new Set()).add(name))
  }
  const named = (kind: string) => of.get(kind) ?? new Set<string>()
  return { functions: named('function'), aggregates: named('aggregate'), databases: named('database') }
}

const VOCABULARY = `
  SELECT if(is_aggregate, 'aggregate', 'function'), lower(name) FROM system.functions
  UNION ALL SELECT 'database', name FROM system.databases`
