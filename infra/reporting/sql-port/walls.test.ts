/** Tests every known escape against both walls together, and against each wall that can stop it alone. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { NUMBERS_KEY } from '../../rigs/testing/analysts/numbers-key.ts'
import { CANARY, openReportingEngine } from '../../rigs/testing/analysts/reporting-engine.ts'
import { heldBy } from '../../rigs/testing/loop-hold.ts'
import { answerAnalyst, answerBehind, type Question, textOf, type Wall } from './session.ts'

const engine = await openReportingEngine()
const victim = join(engine.file, '..', 'victim.txt')
await writeFile(victim, 'untouched')
afterAll(() => engine.close())

/** `FILE`: a file with the canary. `VICTIM`: a file that an escape could write. */
type Escape = { query: string; settings?: Record<string, string>; format?: string; heldBy: Wall[] }

const READING: Wall[] = ['reading']
const BOTH: Wall[] = ['reading', 'roles']
const rows = `SELECT concat('rows ', toString(count()), ' ', any(a)) FROM merge('secret', '^t$')`

const ESCAPES: Escape[] = [
  // F1: the engine treats a bare name as a function. No role can revoke file().
  ...[
    `SELECT file('FILE')`,
    `SELECT arrayMap(file, ['FILE'])`,
    "SELECT arrayMap(`file`, ['FILE'])",
    `SELECT arrayMap("file", ['FILE'])`,
    `SELECT arrayMap(FILE_IN_CAPITALS, ['FILE'])`,
    `SELECT arrayMap(file AS g, ['FILE'])`,
    `SELECT arraySort(file, ['FILE'])`,
    `SELECT arrayFilter(file, ['FILE'])`,
    `SELECT arrayMap(x -> file(x), ['FILE'])`,
    `WITH file AS f SELECT arrayMap(f, ['FILE'])`,
    `SELECT * APPLY(file) FROM (SELECT 'FILE' AS path)`,
    `SELECT arrayMap(filesystemAvailable, ['default'])`,
    // A structure is a text whose columns may contain expressions.
    ...['values', 'format', 'VALUES'].flatMap(name =>
      ['ALIAS', 'DEFAULT', 'MATERIALIZED', 'EPHEMERAL'].map(
        kind => `SELECT x, a FROM ${name}('x UInt8, a String ${kind} file(''FILE'')', 1)`,
      ),
    ),
    `SELECT x, a FROM format(JSONEachRow, 'x UInt8, a String ALIAS file(''FILE'')', '{}')`,
    // F2: the engine's parser does not show the conditions of SHOW.
    `SHOW TABLES WHERE throwIf(1, file('FILE')) = 0`,
    `SHOW COLUMNS FROM visits WHERE throwIf(1, file('FILE')) = 0`,
    `SHOW TABLES WHERE arrayMap(file, ['FILE'])[1] = 'a'`,
    `SHOW TABLES WHERE throwIf(1, toString(getServerSetting('max_connections'))) = 0`,
    `SELECT 1 INTO OUTFILE 'VICTIM'`,
    'SET ROLE product',
    'SET ROLE ALL',
    'SET ROLE DEFAULT',
    'EXECUTE AS default SELECT 1',
    'SHOW PROCESSLIST',
    'SELECT * FROM system.processes',
  ].map(query => ({ query, heldBy: READING })),
  ...[
    `SHOW TABLES WHERE throwIf(1, toString((${rows}))) = 0`,
    `SHOW TABLES WHERE throwIf(1, toString((SELECT any(user_agent) FROM merge(REGEXP('^firsttouch_'), '^events$')))) = 0`,
    'SELECT * FROM secret.t',
    'SELECT * FROM `secret`.`t`',
    'SELECT user_agent FROM firsttouch_1.events',
    `SELECT * FROM merge('secret', '.*')`,
    `SELECT * FROM file('FILE', LineAsString)`,
    `SELECT * FROM url('file://FILE', LineAsString)`,
    `SELECT hasColumnInTable('secret', 't', 'a')`,
    `SELECT * FROM loop(secret, t)`,
    'SHOW TABLES FROM secret',
    'SHOW CREATE TABLE secret.t',
    'DESCRIBE TABLE secret.t',
    'SELECT * FROM system.users',
    'INSERT INTO reporting.visits SELECT * FROM reporting.visits',
    'DROP VIEW reporting.visits',
    'CREATE TABLE reporting.mine (a Int32) ENGINE = Memory',
    'SELECT 1 SETTINGS max_execution_time = 1000',
  ].map(query => ({ query, heldBy: BOTH })),
  // F3: an output format writes a file at the path of its schema.
  {
    query: 'SELECT 1 AS a FORMAT Protobuf',
    settings: { output_format_schema: 'VICTIM' },
    heldBy: BOTH,
  },
  { query: 'SELECT 1 AS a', format: 'Protobuf', settings: { output_format_schema: 'VICTIM' }, heldBy: BOTH },
  { query: 'SELECT 1 AS a', format: 'Template', settings: { format_template_row: 'FILE' }, heldBy: BOTH },
]

const questionOf = ({ query, settings = {}, format = 'TSV' }: Escape): Question => {
  const fill = (text: string) =>
    text
      .replaceAll('FILE_IN_CAPITALS', 'FiLe')
      .replaceAll(/\bFILE\b/g, engine.file)
      .replaceAll(/\bVICTIM\b/g, victim)
  return {
    query: fill(query),
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, fill(value)])),
    parameters: {},
    format,
  }
}

const tryOut = async (way: Escape, walls: readonly Wall[]) => {
  await writeFile(victim, 'untouched')
  const question = questionOf(way)
  const answer = walls.length === 2 ? answerAnalyst(engine.asker) : answerBehind(walls)(engine.asker)
  const said = await answer(question).then(
    found => ({ text: textOf(found), refused: false }),
    (error: Error) => ({ text: error.message, refused: true }),
  )
  return { ...said, victim: await readFile(victim, 'utf8') }
}

const mayEndInNothing = /^(SHOW TABLES FROM|SELECT \* FROM merge)/

describe.each([
  ['both walls', ['reading', 'roles'] as Wall[]],
  ['the reading alone', ['reading'] as Wall[]],
  ['the roles alone', ['roles'] as Wall[]],
])('%s', (_, walls) => {
  const held = ESCAPES.filter(({ heldBy }) => walls.some(wall => heldBy.includes(wall)))

  test.each(held)('$query $settings', async way => {
    const before = await engine.treeHash()
    const { text, refused, victim } = await tryOut(way, walls)
    expect(text).not.toContain(CANARY)
    expect(text).not.toMatch(/rows \d/)
    expect(victim).toBe('untouched')
    if (!mayEndInNothing.test(way.query)) expect(refused, text).toBe(true)
    else if (!refused) expect(text).toBe('')
    expect(await engine.treeHash()).toBe(before)
  })
})

test('without walls the same engine reveals the file, so the tests above can fail', async () => {
  const bare = await tryOut({ query: `SELECT arrayMap(file, ['FILE'])`, heldBy: [] }, [])
  expect(bare.text).toContain(CANARY)
  const table = await tryOut({ query: 'SELECT * FROM secret.t', heldBy: [] }, [])
  expect(table.text).toContain(CANARY)
})

test('F5 unclosed comments, quotes and brackets take linear time', async () => {
  const answer = answerAnalyst(engine.asker)
  const cost = async (part: string, times: number) => {
    const question = { query: `SELECT 1 ${part.repeat(times)}`, settings: {}, parameters: {}, format: 'TSV' }
    return heldBy(() => answer(question).catch(() => undefined), 1_000)
  }
  // A quadratic parser takes 1,300 ms for the open comments.
  for (const part of ['/* ', "'", "''", '"', '`', '-- ', "'\\", '(', '1e', 'a.'])
    expect(await cost(part, 99_000 / part.length), part).toBeLessThan(1_000)
  await expect(
    answer({ query: `SELECT 1 ${'/* '.repeat(300_000)}`, settings: {}, parameters: {}, format: 'TSV' }),
  ).rejects.toThrow(/longer than/)
})

test('drivers see the views in the engine’s system tables, and nothing else, through each wall', async () => {
  const ask = async (query: string) => {
    const answer = await answerAnalyst(engine.asker)({
      query,
      settings: {},
      parameters: {},
      format: 'TSV',
    })
    return textOf(answer).trim().split('\n')
  }
  expect(await ask('SELECT DISTINCT database FROM system.tables')).toEqual(['reporting'])
  expect(await ask('SELECT DISTINCT database FROM system.columns')).toEqual(['reporting'])
  expect(await ask('SELECT name FROM system.databases')).toEqual(['reporting'])
  expect(await ask('SELECT DISTINCT table_schema FROM INFORMATION_SCHEMA.TABLES')).toEqual(['reporting'])
  expect(await ask('SHOW DATABASES')).toEqual(['reporting'])
  const names = await ask(`SELECT DISTINCT lower(name) FROM system.columns WHERE database = 'reporting'`)
  for (const name of names) expect(await ask(`SELECT 1 AS ${name}`)).toEqual(['1'])
})

test('where the engine’s roles are the only wall, settings pass unchanged', async () => {
  const question = { query: "SELECT getSetting('max_block_size')", parameters: {}, format: 'TSV' }
  const answer = await answerBehind(['roles'])(engine.asker)({
    ...question,
    settings: { max_block_size: '7' },
  })
  expect(textOf(answer)).toBe('7\n')
})

test('the key of the numbers is nowhere visible, even with every access to the engine', async () => {
  const ask = async (query: string, settings: Record<string, string> = {}) => {
    const question = { query, settings, parameters: {}, format: 'TSVRaw' }
    return answerBehind(['roles'])(engine.asker)(question).then(textOf, (error: Error) => error.message)
  }
  const sessions = 'SELECT * FROM reporting.sessions WHERE session_number > 1'
  const texts = "SELECT create_table_query, as_select FROM system.tables WHERE name = 'sessions'"
  const ways = [
    'SHOW CREATE VIEW reporting.sessions',
    texts,
    ...['AST', 'SYNTAX', 'SYNTAX run_query_tree_passes = 1', 'QUERY TREE', 'QUERY TREE dump_ast = 1'].map(
      kind => `EXPLAIN ${kind} ${sessions}`,
    ),
    ...['actions = 1, header = 1, indexes = 1', 'actions = 1, json = 1'].map(
      options => `EXPLAIN PLAN ${options} ${sessions}`,
    ),
    `EXPLAIN PIPELINE header = 1 ${sessions}`,
  ]
  for (const query of ways)
    for (const settings of [{}, { enable_analyzer: '0' }])
      expect(await ask(query, settings), `${query} ${JSON.stringify(settings)}`).not.toContain(NUMBERS_KEY)
  expect(await ask('SELECT key FROM firsttouch_1.numbers_key')).toMatch(/Not enough privileges/)
  expect(await ask(ways.at(-1) ?? '')).toContain('ReadFromMergeTree')
  const guessed = `SELECT count() FROM reporting.visits WHERE session_number = sipHash64('utm_1_${CANARY}') % 1000000000000000`
  expect(await ask(guessed)).toBe('0\n')
})
