/**
 * Random ClickHouse statements from a grammar, as SQLsmith makes them: every function of the engine at every position, and mutations. Equal
 * seeds give equal statements.
 */
import { seededRandom } from '../../../platform/seeded-random.ts'

export type Random = { below(n: number): number; pick<T>(from: readonly T[]): T }

export const seeded = (seed: number): Random => {
  const next = seededRandom(seed)
  const below = (n: number) => Math.floor(next() * n)
  return { below, pick: from => from[below(from.length)] as never }
}

export type Grammar = {
  functions: readonly string[]
  tableFunctions: readonly string[]
  formats: readonly string[]
  tables: readonly string[]
  /** Paths that a function may try to read or write. */
  paths: readonly string[]
}

const PLACES = [
  'SELECT {call}',
  'SELECT {name}',
  'SELECT arrayMap({name}, [{value}])',
  'SELECT arrayFilter({name}, [{value}, {value}])',
  'SELECT arraySort({name}, [{value}])',
  'SELECT arrayFold({name}, [{value}], {value})',
  'SELECT arrayReduce({text}, [{value}])',
  'SELECT mapApply({name}, map({value}, {value}))',
  'SELECT arrayMap(x -> {inner}, [{value}])',
  'SELECT arrayMap((x, y) -> {name}(x, y), [{value}], [{value}])',
  'SELECT arrayMap({name} AS g, [{value}])',
  'WITH {name} AS f SELECT arrayMap(f, [{value}])',
  'WITH {call} AS v SELECT v',
  'WITH (SELECT {call}) AS v SELECT v FROM {table}',
  'WITH t AS (SELECT {call} AS a) SELECT a FROM t',
  'SELECT * APPLY({name}) FROM {table}',
  'SELECT COLUMNS({text}) APPLY(x -> {inner}) FROM {table}',
  'SELECT * REPLACE({call} AS source) FROM {table}',
  'SELECT {call} OVER () FROM {table}',
  'SELECT count() OVER (PARTITION BY {call} ORDER BY {name}) FROM {table}',
  'SELECT count() FROM {table} WHERE {call} = {value}',
  'SELECT count() FROM {table} PREWHERE {call} = {value}',
  'SELECT count() FROM {table} GROUP BY {call} HAVING {call} = {value}',
  'SELECT 1 FROM {table} ORDER BY {call} LIMIT 1 BY {call}',
  'SELECT 1 FROM {table} LIMIT {call}',
  'SELECT 1 FROM {table} AS a JOIN {table} AS b ON {call} = {call}',
  'SELECT 1 FROM {table} ARRAY JOIN [{call}] AS z',
  'SELECT {value} IN ({call}, {call})',
  'SELECT {value} IN {name}',
  'SELECT CASE {call} WHEN {value} THEN {call} ELSE {call} END',
  'SELECT if({call} = {value}, {call}, {call})',
  'SELECT [{call}], ({call}, {value}), map({value}, {call})',
  'SELECT {call}::String, CAST({call} AS {text})',
  'SELECT ({call}).1, {call}[1]',
  'SELECT {call} UNION ALL SELECT {call}',
  '(SELECT {call}) EXCEPT (SELECT {call})',
  'SELECT * FROM (SELECT {call} AS a)',
  'SELECT * FROM {tableFunction}({text}, {text})',
  'SELECT * FROM {tableFunction}({text})',
  'SELECT * FROM {tableFunction}({name}, {text}, {value})',
  'SELECT * FROM {table} WHERE 1 IN (SELECT {call})',
  'SELECT * FROM numbers(toUInt64({call}))',
  'SELECT * FROM {foreign}',
  'SELECT * FROM {table} AS {name}',
  'SELECT 1 AS {name}, {name}',
  'SELECT t.{name} FROM {table} AS t',
  'SELECT {call} FORMAT {format}',
  'SELECT {call} SETTINGS {name} = {text}',
  'SELECT {call} INTO OUTFILE {text}',
  'SELECT quantile({call})({value}), sumIf({call}, {call})',
  'SELECT {name}State({value}), {name}If({value}, 1), {name}Array([{value}])',
  'SHOW TABLES WHERE {call} = {value}',
  'SHOW TABLES WHERE {name} = {value}',
  'SHOW COLUMNS FROM {table} WHERE arrayMap({name}, [{value}])[1] = {value}',
  'SHOW TABLES LIKE {text}',
  'SHOW {name}',
  'DESCRIBE TABLE {tableFunction}({text})',
  'DESCRIBE (SELECT {call})',
  'EXISTS TABLE {foreign}',
  'EXPLAIN SELECT {call}',
  'EXPLAIN AST SELECT {call}',
  'EXPLAIN {name} SELECT {call}',
  'SET {name} = {text}',
  'INSERT INTO FUNCTION {tableFunction}({text}) SELECT {call}',
  'CREATE TABLE z ENGINE = File({format}, {text}) AS SELECT {call}',
  'SELECT {p: {name}}',
  'SELECT {p: Identifier}({value})',
] as const

const VALUES = ['1', '0', "'a'", 'x', 'source', 'number', 'NULL', '1.5', 'now()', 'toDate(0)']
const FOREIGN = [
  'secret.t',
  'firsttouch_1.events',
  'system.processes',
  'system.users',
  'default.t',
  'system.query_log',
]

export const statements = function* (grammar: Grammar, random: Random, count: number): Generator<string> {
  for (let i = 0; i < count; i++) {
    // Pairs every function with each position in turn.
    const name = grammar.functions[i % grammar.functions.length] ?? 'file'
    const place = PLACES[(i + Math.floor(i / grammar.functions.length)) % PLACES.length] ?? PLACES[0]
    const statement = fill(place, name, grammar, random)
    yield random.below(4) === 0 ? mutated(statement, random) : statement
  }
}

const fill = (place: string, name: string, grammar: Grammar, random: Random): string => {
  const text = () =>
    `'${random.pick([...grammar.paths, ...grammar.paths, 'default', 'a', '.*', 'String', name])}'`
  const value = () => random.pick([text(), text(), ...VALUES])
  const dressed = () => random.pick([name, name, name, `\`${name}\``, `"${name}"`, name.toUpperCase()])
  const call = () => `${dressed()}(${Array.from({ length: random.below(4) }, value).join(', ')})`
  const parts: Record<string, () => string> = {
    call,
    value,
    text,
    name: dressed,
    inner: () => `${dressed()}(x)`,
    table: () => random.pick(grammar.tables),
    foreign: () => random.pick(FOREIGN),
    format: () => random.pick(grammar.formats),
    tableFunction: () => random.pick(grammar.tableFunctions),
  }
  return place.replace(/\{(\w+)\}/g, (all, key: string) => parts[key]?.() ?? all)
}

const SPARE = [
  '(',
  ')',
  ',',
  ' ',
  '/**/',
  '-- \n',
  '`',
  "'",
  '"',
  ';',
  '.',
  '\u00a0',
  '\\',
  '1',
  'AS ',
  '\0',
  '#',
  '$a$',
  '->',
  'file',
]

const mutated = (statement: string, random: Random): string => {
  const at = random.below(statement.length)
  const end = at + random.below(6)
  return random.pick([
    () => statement.slice(0, at) + random.pick(SPARE) + statement.slice(at),
    () => statement.slice(0, at) + statement.slice(end),
    () => statement.slice(0, at) + statement.slice(at, end) + statement.slice(at),
    () => statement.replaceAll(' ', random.pick(['/* */', '\n', '  ', '\t'])),
    () => statement.slice(0, at),
  ])()
}
