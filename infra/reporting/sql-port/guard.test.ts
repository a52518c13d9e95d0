/** Tests the tokenizer and the check of the parse tree separately. Each rejects all that it can detect. */
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestClickHouse } from '../../rigs/testing/stores.ts'
import { checkDatabases, checkTree, type Functions, readStatement } from './guard.ts'

let functions: Functions
beforeAll(async () => {
  const { client } = await openTestClickHouse()
  const answer = await client.query({
    query: 'SELECT lower(name) FROM system.functions',
    format: 'JSONCompactEachRow',
  })
  functions = new Set((await answer.json<[string]>()).map(([name]) => name))
})

const refusal = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
const read = (text: string) => readStatement(text, functions)

const ONLY_READING = 'Only reading is allowed here: SELECT, WITH, SHOW, DESCRIBE, EXISTS, EXPLAIN.'
const EXPLAIN = 'EXPLAIN takes AST, SYNTAX, PLAN or PIPELINE here, and a SELECT.'
const SHOW = 'Only SHOW DATABASES, TABLES, COLUMNS, INDEX and CREATE are allowed here.'
const FORMAT = 'FORMAT is allowed only at the end of a statement.'
const SETTINGS = 'SETTINGS are not allowed in a statement. Send them as URL parameters.'

describe('the text of a statement', () => {
  test('a statement may have at most 100,000 characters', () => {
    const long = `SELECT 1${' '.repeat(99_992)}`
    expect(refusal(() => read(long))).toBe('')
    expect(refusal(() => read(`${long} `))).toBe('The statement is longer than 100000 characters.')
  })

  test.each([
    // The kind of statement.
    ['', ONLY_READING],
    [';', ONLY_READING],
    ['visits', ONLY_READING],
    ['FORMAT Protobuf', ONLY_READING],
    ['SELECTED 1', ONLY_READING],
    ['KILL QUERY WHERE 1', ONLY_READING],
    ['(SHOW TABLES)', ONLY_READING],
    ['(DESCRIBE TABLE visits)', ONLY_READING],
    ['(EXPLAIN SELECT 1)', ONLY_READING],
    ['"SELECT" 1', ONLY_READING],
    ['INSERT INTO visits FORMAT Native \u0001\u0002$', ONLY_READING],
    ['  create table a (b Int8)', ONLY_READING],
    ['SELECT 1; SELECT 2', 'Send one statement at a time.'],
    ['SELECT 1;;', 'Send one statement at a time.'],
    ['; SELECT 1', 'Send one statement at a time.'],
    // EXPLAIN.
    ['EXPLAIN', EXPLAIN],
    ['EXPLAIN PLANS SELECT 1', EXPLAIN],
    ['EXPLAIN MYPLAN SELECT 1', EXPLAIN],
    ['EXPLAIN ESTIMATE SELECT 1', EXPLAIN],
    ['EXPLAIN PLAN PIPELINE SELECT 1', EXPLAIN],
    ['EXPLAIN PLAN header = 1 DROP VIEW visits', EXPLAIN],
    ['EXPLAIN AST SELECTED 1', EXPLAIN],
    ['EXPLAIN AST UNSELECT 1', EXPLAIN],
    // SHOW.
    ['SHOW', SHOW],
    ['SHOW TABLESPACES', SHOW],
    ['SHOW PROCESSLIST', SHOW],
    ['SHOW GRANTS', SHOW],
    ['SHOW FULL DATABASES', SHOW],
    ['SHOW CREATES visits', SHOW],
    ['SHOW TABLES WHERE (1)', 'SHOW accepts a name and LIKE here, but no condition with brackets.'],
    // Formats and settings.
    ['SELECT 1 FORMAT CSV LIMIT 1', FORMAT],
    ['SELECT 1 FORMAT CSV FORMAT JSON', FORMAT],
    ['SELECT * FROM (SELECT 1 FORMAT CSV)', FORMAT],
    [
      'SELECT 1 FORMAT Protobuf',
      'The format Protobuf is not for reports: try CSVWithNames, JSON or Parquet.',
    ],
    ['SELECT 1 SETTINGS max_threads = 1', SETTINGS],
    ['SELECT 1 settings `max_threads` = 1', SETTINGS],
    ['SELECT * FROM (SELECT 1 SETTINGS max_threads = 1) AS a', SETTINGS],
    // Forbidden words at any position.
    ...'INTO OUTFILE INFILE APPLY IDENTIFIER OVERRIDE PARALLEL EXECUTE TRUNCATE GRANT REVOKE ATTACH DETACH'
      .split(' ')
      .map(word => [`SELECT 1 ${word} a`, `${word} is not allowed here: only reading is.`]),
    ['SELECT {t: Identifier}', 'IDENTIFIER is not allowed here: only reading is.'],
    // Functions.
    [
      'SELECT file(1)',
      'file is not for reports: no function of that name may be used, nor a column or alias.',
    ],
    [
      'SELECT "FILE"',
      'FILE is not for reports: no function of that name may be used, nor a column or alias.',
    ],
    ['SELECT coun()', 'There is no function coun for reports. Maybe you meant: count.'],
    ['SELECT toStrimg(1)', 'There is no function toStrimg for reports. Maybe you meant: toString.'],
    ['SELECT touppercose(1)', 'There is no function touppercose for reports.'],
    ['SELECT "settings"(1)', 'There is no function settings for reports.'],
    [
      'SELECT `LowCardinality`(1)',
      'There is no function LowCardinality for reports. Maybe you meant: toLowCardinality.',
    ],
    // Tables of the engine.
    ['SELECT * FROM system.processes', 'system.processes is not for reports: ask the views of reporting.'],
    [
      'SELECT * FROM "SYSTEM" . `Processes`',
      'SYSTEM.Processes is not for reports: ask the views of reporting.',
    ],
    ['SELECT system', 'system is not for reports: ask the views of reporting.'],
    ['SHOW TABLES FROM system', 'system is not for reports: ask the views of reporting.'],
    ['SELECT * FROM system, tables', 'system is not for reports: ask the views of reporting.'],
  ])('%s: %s', (text, expected) => {
    expect(refusal(() => read(text))).toBe(expected)
  })

  test.each([
    ['SELECT 1'],
    ['((SELECT 1))'],
    ['(WITH 1 AS a SELECT a)'],
    ['with 1 as a select a'],
    ['SHOW TABLES'],
    ['SHOW FULL EXTENDED COLUMNS FROM visits'],
    ['SHOW EXTENDED FIELDS FROM visits'],
    ["SHOW TABLES LIKE 'v%'"],
    ['SHOW INDEXES FROM visits'],
    ['SHOW CREATE VIEW visits'],
    ['SHOW CREATE visits'],
    ['DESC visits'],
    ['DESCRIBE TABLE visits'],
    ['EXISTS TABLE visits'],
    ['EXPLAIN SELECT 1'],
    ['EXPLAIN ((SELECT 1))'],
    ['EXPLAIN syntax WITH 1 AS a SELECT a'],
    ['EXPLAIN PLAN header = 1, actions = 1 SELECT 1'],
    ['EXPLAIN header = 1 (SELECT 1)'],
    ['SELECT "into", `apply` FROM (SELECT 1 AS "into", 2 AS `apply`)'],
    ["SELECT 'INTO', 'a; b', 'file(1)', '-- a'"],
    ['SELECT settings, 1 AS format FROM (SELECT 1 AS settings)'],
    ['SELECT settings = 1 FROM (SELECT 1 AS settings)'],
    ['SELECT (settings) = 1 FROM (SELECT 1 AS settings)'],
    ['SELECT settings one FROM (SELECT 1 AS settings)'],
    ['SELECT format FROM (SELECT 1 AS format)'],
    ['SELECT `countIf`(1), "COUNT"()'],
    ['SELECT 1 IN (1), CAST(1 AS Array(UInt8))'],
    ['SELECT * FROM SYSTEM.TABLES'],
    ['SELECT * FROM information_schema.columns'],
  ])('the guard accepts a statement as written: %s', text => {
    expect(read(text)).toMatchObject({ statement: text, format: undefined })
  })

  test.each([
    ['SELECT 1 FORMAT csvwithnames', 'SELECT 1', 'CSVWithNames'],
    ['SELECT 1 format JSON;', 'SELECT 1', 'JSON'],
    ['SELECT 1 -- one\n;', 'SELECT 1', undefined],
    ['/* a */SELECT/* b */1', 'SELECT 1', undefined],
    ['SELECT a.b,1+1', 'SELECT a.b,1+1', undefined],
  ])('%j is sent to the engine as %j, with the format %s', (text, statement, format) => {
    expect(read(text)).toMatchObject({ statement, format })
  })

  test('a database other than the reports’ may not be named, in any quotes', () => {
    const check = (text: string) =>
      refusal(() => checkDatabases(read(text), ['system', 'INFORMATION_SCHEMA', 'reporting', 'secret']))
    const said = 'The database secret is not for reports: ask the views of reporting.'
    expect(check('SELECT * FROM secret.t')).toBe(said)
    expect(check('SELECT * FROM `secret` . t')).toBe(said)
    expect(check('SELECT 1 AS "secret"')).toBe(said)
    expect(check("SELECT 'secret' FROM reporting.visits, system.one, INFORMATION_SCHEMA.tables")).toBe('')
  })
})

describe('the tree of the engine’s parser', () => {
  const checked = async (query: string): Promise<string> => {
    const { client } = await openTestClickHouse()
    const { stream } = await client.exec({ query: `EXPLAIN AST ${query}` })
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    // The engine quotes each line of the tree.
    const tree = Buffer.concat(chunks).toString().replaceAll(/^"|"$/gm, '')
    return refusal(() => checkTree(tree, functions))
  }
  const notForReports = (name: string) => `${name} is not for reports: ask the views of reporting.`
  const noFunction = (name: string) =>
    `${name} is not for reports: no function of that name may be used, nor a column or alias.`

  test.each([
    ['DROP VIEW reporting.visits', 'Only reading is allowed here.'],
    ['INSERT INTO reporting.visits SELECT 1', 'Only reading is allowed here.'],
    ['CREATE TABLE a (b Int8) ENGINE = Memory AS SELECT 1', 'Only reading is allowed here.'],
    ['SET readonly = 0', 'Only reading is allowed here.'],
    ['SELECT * FROM secret.t', notForReports('secret.t')],
    ['SELECT 1 FROM reporting.visits AS v JOIN secret.t AS t ON 1 = 1', notForReports('secret.t')],
    ['SELECT 1 WHERE 1 IN (SELECT 1 FROM Reporting.visits)', notForReports('Reporting.visits')],
    ['SELECT * FROM reporting2.visits', notForReports('reporting2.visits')],
    ['SELECT * FROM system.processes', notForReports('system.processes')],
    ["SELECT file('a')", noFunction('file')],
    ["SELECT FiLe('a')", noFunction('FiLe')],
    ["SELECT arrayMap(file, ['a'])", noFunction('file')],
    ["SELECT arrayMap(a.File, ['a'])", 'There is no function a.File for reports.'],
    ["SELECT * FROM file('a')", noFunction('file')],
    // `format` is allowed as a function, but not as a table function, which reads its argument.
    ["SELECT * FROM format('CSV', 'a')", 'There is no function format for reports. Maybe you meant: format.'],
    ["SELECT * FROM url('http://a', 'CSV')", 'There is no function url for reports. Maybe you meant: or.'],
  ])('the guard refuses by the parser’s tree: %s: %s', async (query, expected) => {
    expect(await checked(query)).toBe(expected)
  })

  test.each([
    'SELECT 1',
    'SELECT * FROM visits UNION ALL SELECT * FROM reporting.visits',
    'SELECT 1 INTERSECT SELECT 1',
    'SELECT a.b, c FROM reporting.visits AS a',
    'SELECT * FROM System.Tables',
    'SELECT * FROM information_schema.columns',
    'SELECT number FROM numbers(3)',
    "SELECT format('{}', 'a'), countIf(1), COUNT()",
    "SELECT arrayMap(x -> CAST(x, 'String'), [1]), now() - INTERVAL 1 DAY, EXISTS(SELECT 1)",
    'EXPLAIN SELECT 1',
    'SHOW TABLES',
    'DESCRIBE TABLE reporting.visits',
  ])('the guard accepts by the parser’s tree: %s', async query => {
    expect(await checked(query)).toBe('')
  })
})
