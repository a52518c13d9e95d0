/**
 * What an analyst may ask the engine of this process: one reading statement over the views of `reporting`. The engine
 * has no users, and even its read-only sessions write files for INTO OUTFILE and read them by the function file().
 *
 * Two checks, because each covers what the other may miss. Ours goes through the text, so that what the engine gets is
 * what was read here. The engine's own parser then says which tables and functions the statement names.
 */

export class Refused extends Error {
  readonly code: number
  constructor(detail: string, code = 164) {
    super(detail)
    this.code = code
  }
}

export type Vocabulary = {
  /** Names in lower case; `aggregates` may carry combinators, such as sumIf. */
  functions: ReadonlySet<string>
  aggregates: ReadonlySet<string>
  databases: ReadonlySet<string>
}

const TOKEN =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:[^'\\]|\\[\s\S]|'')*')|(?<quoted>`[^`\\]*`|"[^"\\]*")|(?<word>[A-Za-z_]\w*)|(?<number>\d[\w.]*)|(?<sign>[-+*/%=<>!(),.;:?[\]{}|^~@])/y
const STARTS = new Set(['SELECT', 'WITH', 'SHOW', 'DESCRIBE', 'DESC', 'EXPLAIN', 'EXISTS'])
const FORBIDDEN = new Set(['INTO', 'OUTFILE', 'INFILE', 'APPLY', 'IDENTIFIER', 'OVERRIDE', 'PARALLEL'])

/** The one statement in the text, without comments. Throws Refused. */
export const readStatement = (text: string, vocabulary: Vocabulary): string => {
  const parts: string[] = []
  const words: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex
    const groups = TOKEN.exec(text)?.groups
    if (!groups) throw new Refused(`The statement cannot be read from its character ${at + 1} on.`, 62)
    const { space, quoted, word } = groups
    parts.push(space === undefined ? text.slice(at, TOKEN.lastIndex) : ' ')
    if (word !== undefined) words.push(word)
    const name = word ?? quoted?.slice(1, -1)
    if (name !== undefined) checkName(name, word !== undefined, vocabulary)
  }
  const statement = parts.join('').trim().replace(/;$/, '').trim()
  if (parts.filter(part => part === ';').length > (text.trim().endsWith(';') ? 1 : 0))
    throw new Refused('Send one statement at a time.', 62)
  if (!STARTS.has(words[0]?.toUpperCase() ?? ''))
    throw new Refused('Only reading is allowed here: SELECT, WITH, SHOW, DESCRIBE, EXISTS, EXPLAIN.')
  return statement
}

const checkName = (name: string, bare: boolean, { databases }: Vocabulary): void => {
  if (bare && FORBIDDEN.has(name.toUpperCase()))
    throw new Refused(`${name.toUpperCase()} is not allowed here: only reading is.`)
  if (!/^[\w .%()/-]*$/.test(name))
    throw new Refused('A quoted name has a character that is not allowed here.', 62)
  if (name !== REPORTING && databases.has(name))
    throw new Refused(`The database ${name} is not for reports: ask the views of ${REPORTING}.`, 497)
}

export const REPORTING = 'reporting'

const STATEMENTS =
  /^(SelectWithUnionQuery|SelectIntersectExceptQuery|SelectQuery|ShowTables|ShowColumns|ShowCreateTableQuery|DescribeQuery|ExistsTableQuery|Explain)\b/
/** Functions that tell of the machine, reach out of the store, or only cost time. */
const NOT_FOR_REPORTS =
  /^(file|filesystem.*|ai[a-z].*|dict.*|joinget.*|sleep.*|get(server|setting|macro|client|os|merge).*|.*hostname|fqdn|displayname|serveruuid|connection.*|catboost.*|evalml.*|naivebayes.*|address.*|demangle|show.*|zookeeper.*|tcpport|log.*trace|hascolumnintable|__.*|globalvariable|current(query|roles|profiles).*)$/
const TABLE_FUNCTIONS = new Set(['numbers', 'zeros', 'generate_series', 'generateseries', 'values'])
const OPERATORS = new Set(['lambda', 'exists', 'interval', 'query', 'any', 'all'])
const COMBINATORS =
  /(if|array|map|state|merge|distinct|ornull|ordefault|foreach|resample|argmin|argmax|simplestate|mergestate)$/

/** `tree` is the engine's answer to EXPLAIN AST. Throws Refused. */
export const checkTree = (tree: string, vocabulary: Vocabulary): void => {
  if (!STATEMENTS.test(tree)) throw new Refused('Only reading is allowed here.')
  for (const line of tree.split('\n')) {
    const [, kind, name = ''] = /^\s*(TableIdentifier|Function) (\S+)/.exec(line) ?? []
    if (kind === 'TableIdentifier' && name.includes('.') && !name.startsWith(`${REPORTING}.`))
      throw new Refused(`${name} is not for reports: ask the views of ${REPORTING}.`, 497)
    if (kind === 'Function' && !isKnown(name.toLowerCase(), vocabulary))
      throw new Refused(`The function ${name} is not for reports.`, 446)
  }
}

const isKnown = (name: string, vocabulary: Vocabulary): boolean => {
  if (OPERATORS.has(name) || TABLE_FUNCTIONS.has(name)) return true
  if (vocabulary.functions.has(name)) return !NOT_FOR_REPORTS.test(name)
  for (let base = name; ; ) {
    const shorter = base.replace(COMBINATORS, '')
    if (vocabulary.aggregates.has(base)) return true
    if (shorter === base) return false
    base = shorter
  }
}
