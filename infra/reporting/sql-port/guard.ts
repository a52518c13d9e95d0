/**
 * Checks a statement before the engine runs it. It must be a single statement that only reads and uses only the names
 * in allowed.ts. Forbidden functions are rejected even as bare names, because the engine sometimes runs a bare name as
 * a function. Our tokenizer and the engine's own parser both check, because each misses something. The engine runs
 * exactly the tokens that were checked.
 */
import { slipsBetween } from '../../platform/slips.ts'
import {
  FUNCTION_NAMES,
  isFunction,
  KEYWORDS,
  OPERATORS,
  outputFormat,
  SYSTEM_TABLES,
  TABLE_FUNCTIONS,
  TYPES,
} from './allowed.ts'
import { Refused, type Token, tokens, written } from './tokens.ts'

export const REPORTING = 'reporting'

export type Functions = ReadonlySet<string>

/** `statement` has no comments and no FORMAT clause. `format` comes from that clause, in the engine's spelling. */
export type Reading = { statement: string; format: string | undefined; names: ReadonlySet<string> }

const FORBIDDEN = new Set(
  'INTO OUTFILE INFILE APPLY IDENTIFIER OVERRIDE PARALLEL EXECUTE TRUNCATE GRANT REVOKE ATTACH DETACH'.split(
    ' ',
  ),
)

export const readStatement = (text: string, functions: Functions): Reading => {
  // Checked before tokenizing, because the data of an INSERT need not be readable text.
  if (/^\s*(INSERT|CREATE|ALTER|DROP|SET|USE|SYSTEM|EXECUTE)\b/i.test(text)) throw onlyReading()
  const parts = tokens(text)
  if (parts.at(-1)?.text === ';') parts.pop()
  if (parts.some(({ text }) => text === ';')) throw new Refused('Send one statement at a time.', 62)
  const format = takeFormat(parts)
  checkKind(parts)
  for (let at = 0; at < parts.length; at++) checkPart(parts, at, functions)
  return { statement: written(parts), format, names: new Set(parts.map(({ name }) => name)) }
}

const word = (part: Token | undefined): string => (part?.kind === 'word' ? part.name.toUpperCase() : '')

const takeFormat = (parts: Token[]): string | undefined => {
  const at = parts.length - 2
  const name = parts[at + 1]?.name
  if (at < 1 || word(parts[at]) !== 'FORMAT' || !name) return undefined
  parts.splice(at, 2)
  return allowedFormat(name)
}

export const allowedFormat = (name: string): string => {
  const format = outputFormat(name)
  if (!format)
    throw new Refused(`The format ${name} is not for reports: try CSVWithNames, JSON or Parquet.`, 73)
  return format
}

const SHOWS =
  /^SHOW (DATABASES|(FULL |EXTENDED |FULL EXTENDED )?(TABLES|COLUMNS|FIELDS)|CREATE( TABLE| VIEW)?|INDEX|INDEXES|INDICES|KEYS)\b/

/** Whether the statement is an EXPLAIN of a SELECT. A kind and settings may stand between the two words. */
const isExplained = (parts: readonly Token[]): boolean => {
  let at = /^(AST|SYNTAX|PLAN|PIPELINE)$/.test(word(parts[1])) ? 2 : 1
  while (parts[at]?.kind === 'word' && parts[at + 1]?.text === '=') {
    at += 3
    if (parts[at]?.text === ',') at++
  }
  while (parts[at]?.text === '(') at++
  return /^(SELECT|WITH)$/.test(word(parts[at]))
}

const checkKind = (parts: readonly Token[]): void => {
  const start = parts.findIndex(({ text }) => text !== '(')
  const kind = start <= 0 || /^(SELECT|WITH)$/.test(word(parts[start])) ? word(parts[start]) : ''
  const beginning = () =>
    `${parts
      .slice(0, 5)
      .map(part => word(part) || part.text)
      .join(' ')} `
  if (kind === 'SHOW') {
    // The engine's parser does not report what a condition of SHOW contains.
    if (parts.some(({ text }) => text === '('))
      throw new Refused('SHOW accepts a name and LIKE here, but no condition with brackets.')
    if (SHOWS.test(beginning())) return
    throw new Refused('Only SHOW DATABASES, TABLES, COLUMNS, INDEX and CREATE are allowed here.')
  }
  if (kind === 'EXPLAIN') {
    if (isExplained(parts)) return
    throw new Refused('EXPLAIN takes AST, SYNTAX, PLAN or PIPELINE here, and a SELECT.')
  }
  if (/^(SELECT|WITH|DESCRIBE|DESC|EXISTS)$/.test(kind)) return
  throw onlyReading()
}

const onlyReading = () =>
  new Refused('Only reading is allowed here: SELECT, WITH, SHOW, DESCRIBE, EXISTS, EXPLAIN.')

const checkPart = (parts: readonly Token[], at: number, functions: Functions): void => {
  const part = parts[at]
  if (!part || (part.kind !== 'word' && part.kind !== 'quoted')) return
  const next = parts[at + 1]
  const lower = part.name.toLowerCase()
  if (FORBIDDEN.has(word(part))) throw new Refused(`${word(part)} is not allowed here: only reading is.`)
  if (word(part) === 'SETTINGS' && next?.name && parts[at + 2]?.text === '=')
    throw new Refused('SETTINGS are not allowed in a statement. Send them as URL parameters.')
  if (word(part) === 'FORMAT' && next?.kind === 'word' && word(next) !== 'FROM')
    throw new Refused('FORMAT is allowed only at the end of a statement.', 62)
  checkSystemTable(parts, at)
  if (next?.text === '(' ? !mayCall(lower, part.kind) : isHidden(lower, functions))
    throw unknownFunction(part.name, functions)
}

const checkSystemTable = (parts: readonly Token[], at: number): void => {
  const name = parts[at]?.name ?? ''
  const tables = SYSTEM_TABLES[name.toLowerCase()]
  if (!tables) return
  const table = parts[at + 1]?.text === '.' ? (parts[at + 2]?.name ?? '') : ''
  if (tables.has(table.toLowerCase())) return
  throw new Refused(`${name}${table && '.'}${table} is not for reports: ask the views of ${REPORTING}.`, 497)
}

/** Throws Refused if the statement names a forbidden database. `databases` lists every database of the engine. */
export const checkDatabases = ({ names }: Reading, databases: readonly string[]): void => {
  for (const name of databases)
    if (name !== REPORTING && !SYSTEM_TABLES[name.toLowerCase()] && names.has(name))
      throw new Refused(`The database ${name} is not for reports: ask the views of ${REPORTING}.`, 497)
}

const mayCall = (lower: string, kind: Token['kind']): boolean =>
  isFunction(lower) ||
  TABLE_FUNCTIONS.has(lower) ||
  (kind === 'word' && (KEYWORDS.has(lower) || TYPES.has(lower)))

/** Whether the engine has this function but analysts may not call it. */
const isHidden = (lower: string, functions: Functions): boolean => functions.has(lower) && !isFunction(lower)

const unknownFunction = (name: string, functions: Functions): Refused => {
  if (isHidden(name.toLowerCase(), functions))
    return new Refused(
      `${name} is not for reports: no function of that name may be used, nor a column or alias.`,
      446,
    )
  const near = nearest(name)
  return new Refused(
    `There is no function ${name} for reports${near ? `. Maybe you meant: ${near}` : ''}.`,
    46,
  )
}

const MOST_SLIPS = 2
const nearest = (name: string): string | undefined => {
  const ranked = FUNCTION_NAMES.map(known => ({
    known,
    slips: slipsBetween(known.toLowerCase(), name.toLowerCase(), MOST_SLIPS),
  })).sort((a, b) => a.slips - b.slips)
  const [best] = ranked
  return best && best.slips <= MOST_SLIPS ? best.known : undefined
}

const STATEMENTS =
  /^(SelectWithUnionQuery|SelectIntersectExceptQuery|SelectQuery|ShowTables|ShowColumns|ShowIndexes|ShowCreateTableQuery|ShowCreateViewQuery|DescribeQuery|ExistsTableQuery|ExistsViewQuery|Explain)\b/

/** Throws Refused for a forbidden table or function. `tree` is the output of EXPLAIN AST. */
export const checkTree = (tree: string, functions: Functions): void => {
  if (!STATEMENTS.test(tree)) throw new Refused('Only reading is allowed here.')
  let above = ''
  for (const line of tree.split('\n')) {
    const isTable = above === 'TableExpression'
    above = /^\s*(\w+)/.exec(line)?.[1] ?? ''
    const [, kind, name = ''] = /^\s*(TableIdentifier|Function|Identifier) (\S+)/.exec(line) ?? []
    const lower = name.toLowerCase()
    if (kind === 'TableIdentifier' && name.includes('.') && !isReportsTable(lower, name))
      throw new Refused(`${name} is not for reports: ask the views of ${REPORTING}.`, 497)
    if (kind === 'Identifier' && lower.split('.').some(part => isHidden(part, functions)))
      throw unknownFunction(name, functions)
    // An allowed function may have the name of a table function that reads data. Reject it where a table may stand.
    const mayStand = TABLE_FUNCTIONS.has(lower) || (!isTable && (isFunction(lower) || OPERATORS.has(lower)))
    if (kind === 'Function' && !mayStand) throw unknownFunction(name, functions)
  }
}

const isReportsTable = (lower: string, name: string): boolean => {
  const [database = '', table = ''] = lower.split('.')
  return name.startsWith(`${REPORTING}.`) || (SYSTEM_TABLES[database]?.has(table) ?? false)
}
