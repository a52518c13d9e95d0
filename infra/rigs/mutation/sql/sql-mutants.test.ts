import { expect, test } from 'vitest'
import { sqlMutantsIn, withMutant } from './sql-mutants.ts'

/** Each as the text that it makes of the source, in both of which # stands for the dollar of an expression. */
const made = (given: string, only?: string): string[] => {
  const source = given.replaceAll('#', '$')
  return sqlMutantsIn(source)
    .filter(({ mutator }) => only === undefined || mutator === `sql ${only}`)
    .map(mutant => withMutant(source, mutant).replaceAll('$', '#'))
}

test.each<[string, string, string[]]>([
  ['comparison', 'sql`SELECT 1 WHERE a < 1`', ['sql`SELECT 1 WHERE a <= 1`']],
  ['comparison', "const part = `bot != ''`", ["const part = `bot = ''`"]],
  [
    'comparison',
    'sql`UPDATE t SET a = 1, b = 2 WHERE c = 3`',
    ['sql`UPDATE t SET a = 1, b = 2 WHERE c != 3`'],
  ],
  [
    'comparison',
    'sql`SELECT arraySum(x -> x.1, list) WHERE #{a}>= 1`',
    ['sql`SELECT arraySum(x -> x.1, list) WHERE #{a}> 1`'],
  ],
  ['extreme', "const m = 'minIf(time, n)'", ["const m = 'maxIf(time, n)'"]],
  ['extreme', "const m = 'argMin(a, b)'", ["const m = 'argMax(a, b)'"]],
  ['logic', 'sql`SELECT 1 WHERE a BETWEEN 1 AND 2 AND b`', ['sql`SELECT 1 WHERE a BETWEEN 1 AND 2 OR b`']],
  ['direction', 'sql`SELECT a ORDER BY a DESC`', ['sql`SELECT a ORDER BY a ASC`']],
  ['order', 'sql`SELECT a ORDER BY a, #{b} LIMIT 1`', ['sql`SELECT a LIMIT 1`']],
  [
    'order',
    'sql`INSERT INTO t SELECT a ORDER BY a ON CONFLICT DO NOTHING`',
    ['sql`INSERT INTO t SELECT a ON CONFLICT DO NOTHING`'],
  ],
  ['step', 'sql`SELECT max(a) + 1 FROM t, u - 10`', ['sql`SELECT max(a) FROM t, u - 10`']],
  ['distinct', "const n = 'uniqExact(session)'", ["const n = 'count(session)'"]],
  ['distinct', 'sql`SELECT DISTINCT a FROM t`', ['sql`SELECT a FROM t`']],
  ['final', 'const q = `SELECT 1 FROM #{db}.t FINAL WHERE a`', ['const q = `SELECT 1 FROM #{db}.t WHERE a`']],
  [
    'conflict',
    'sql`INSERT INTO t #{rows} ON CONFLICT (a) DO UPDATE SET b = #{c}`',
    ['sql`INSERT INTO t #{rows} `'],
  ],
  ['lock', 'sql`SELECT 1 FROM t FOR UPDATE SKIP LOCKED`', ['sql`SELECT 1 FROM t `']],
  ['join', 'sql`SELECT 1 FROM t LEFT JOIN u USING (a)`', ['sql`SELECT 1 FROM t JOIN u USING (a)`']],
])('%s: of %s', (mutator, source, expected) => {
  expect(made(source, mutator)).toEqual(expected)
})

test('each part of a condition is taken out, with the program’s expressions in it, up to where the condition ends', () => {
  const source =
    'sql`SELECT (SELECT 1 FROM u WHERE x) FROM t WHERE a IN (#{[b, `AND c`]}) AND #{`d AND e`} AND (f AND g) GROUP BY h`'
  expect(made(source, 'condition')).toEqual([
    source.replace('WHERE x', 'WHERE true'),
    source.replace('a IN (#{[b, `AND c`]})', 'true'),
    source.replace('#{`d AND e`}', 'true'),
    source.replace('(f AND g)', 'true'),
  ])
})

test('words of people, imports and errors are no SQL', () => {
  expect(
    made('import a from "./a = b"\nthrow new Error(`#{a} WHERE b = c`)\nsay("Salt AND vinegar, ORDER BYE")'),
  ).toEqual([])
})

test('a mutant stands for the text that it was made of, and for no other', () => {
  const source = 'sql`SELECT a FROM t WHERE b = 1`'
  const [mutant] = sqlMutantsIn(source)
  if (!mutant) throw new Error('There is none.')
  expect(withMutant(source, mutant)).toBe('sql`SELECT a FROM t WHERE true`')
  expect(() => withMutant(`${source} // edited`.slice(1), mutant)).toThrow('is not the source any more')
})
