/** Statements that try to crash, fill or block the engine. Equal seeds give equal statements. */
import { type Random, seeded } from '../testing/analysts/sql-grammar.ts'

export type Killer = { kind: string; query: string }

const nested = (open: string, close: string, depth: number) =>
  `concat(repeat('${open}', ${depth}), '1', repeat('${close}', ${depth}))`

/** Three findings of the second assessment: a crash, full memory, and a statement beyond the time limit. */
export const KNOWN: Killer[] = [
  {
    kind: 'H1 deep JSON',
    query: `SELECT length(jsonMergePatch(${nested('{"a":', '}', 300_000)}, ${nested('{"a":', '}', 300_000)}))`,
  },
  {
    kind: 'H2 zones by name',
    query: `SELECT ${Array.from({ length: 50 }, (_, n) => `toTimeZone(now(), 'Fixed/UTC+00:01:${10 + n}')`).join(', ')}`,
  },
  {
    kind: 'M1 one long row',
    query: `SELECT sum(editDistance(repeat('a', 60000), concat(repeat('b', 59990), toString(number)))) FROM numbers(20)`,
  },
]

const FAMILIES: Record<string, (random: Random) => string> = {
  'deep JSON': ({ below, pick }) => {
    const name = pick(['jsonMergePatch', 'JSONMergePatch', 'prettyPrintJSON', 'JSONAllPaths', 'JSONLength'])
    const [open, close] = pick([
      ['{"a":', '}'],
      ['[', ']'],
      ['{"a":[', ']}'],
    ] as const)
    const value = nested(open, close, 10 ** (4 + below(3)))
    const given = /merge/i.test(name)
      ? `${value}, ${value}`
      : name === 'JSONAllPaths'
        ? `${value}::JSON`
        : value
    return `SELECT length(toString(${name}(${given})))`
  },
  'a long row': ({ below, pick }) => {
    const name = pick([
      'editDistance',
      'editDistanceUTF8',
      'damerauLevenshteinDistance',
      'stringJaccardIndex',
    ])
    const size = 10_000 * (1 + below(6))
    return `SELECT sum(${name}(repeat('a', ${size}), concat(repeat('b', ${size}), toString(number)))) FROM numbers(${10 + below(90)})`
  },
  'a long array': ({ below, pick }) => {
    const size = 10_000 * (1 + below(5))
    const given = `range(${size}), arrayReverse(range(${size + below(9)}))`
    return pick([
      `SELECT arrayLevenshteinDistance(${given})`,
      `SELECT count() FROM numbers(60000) WHERE has(range(1000000), number + ${1_000_000 + below(9_000_000)})`,
      `SELECT sum(arrayCount(x -> has(range(${size}), x), range(number, number + ${size}))) FROM numbers(100)`,
      `SELECT length(arrayIntersect(${given})), arrayFold((acc, x) -> acc + length(range(x)), range(${size}), 0::UInt64)`,
    ])
  },
  'memory in one value': ({ below, pick }) => {
    const size = 10 ** (7 + below(3))
    return pick([
      `SELECT length(replaceRegexpAll(repeat('a', 100000), 'a', repeat('b', ${9_000 + below(900)})))`,
      `SELECT length(arrayMap(x -> repeat('x', 1000), range(${size})))`,
      `SELECT length(repeat(repeat('ab', 1000000), ${size}))`,
      `SELECT length(toString(range(${size})))`,
    ])
  },
  'memory in many': ({ below, pick }) => {
    const rows = 10 ** (7 + below(4))
    return pick([
      `SELECT length(groupArray(repeat('x', 1000 + number % 9))) FROM numbers(${rows})`,
      `SELECT uniqExact(number, toString(number)) FROM numbers(${rows})`,
      `SELECT count() FROM (SELECT number FROM numbers(${rows}) ORDER BY cityHash64(number) DESC LIMIT ${rows} BY number)`,
      `SELECT count() FROM numbers(${rows}) AS a JOIN numbers(${rows}) AS b ON a.number = b.number`,
    ])
  },
  'zones by name': ({ below, pick }) => {
    const zone = () => `Fixed/UTC${pick(['+', '-'])}${10 + below(13)}:${10 + below(50)}:${10 + below(50)}`
    const one = () =>
      pick([
        () => `toTimeZone(now(), '${zone()}')`,
        () => `CAST(now() AS DateTime('${zone()}'))`,
        () => `toStartOfHour(now(), '${zone()}')`,
      ])()
    return `SELECT ${Array.from({ length: 100 + below(400) }, one).join(', ')}`
  },
  'a statement that grows': ({ below, pick }) =>
    pick([
      `WITH ${Array.from({ length: 20 + below(9) }, (_, n) => `concat(${n ? `s${n - 1}, s${n - 1}` : `'a', 'a'`}) AS s${n}`).join(', ')} SELECT length(s19)`,
      `SELECT count() FROM (SELECT ${Array.from({ length: 18 }, (_, n) => `number % ${n + 2} AS c${n}`).join(', ')} FROM numbers(9)) GROUP BY CUBE(${Array.from({ length: 18 }, (_, n) => `c${n}`).join(', ')})`,
      `WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < ${10 ** (7 + below(3))}) SELECT max(n) FROM t`,
      `SELECT number FROM numbers(3) ORDER BY number WITH FILL FROM 0 TO ${10 ** (10 + below(3))} FORMAT Null`,
    ]),
  'many arguments': ({ below, pick }) => {
    const name = pick(['concat', 'arrayConcat', 'greatest', 'coalesce', 'format'])
    const value = name === 'arrayConcat' ? 'range(100000)' : `repeat('{}', 100000)`
    return `SELECT length(toString(${name}(${Array(200 + below(2_000))
      .fill(value)
      .join(', ')})))`
  },
}

/** `count` statements, from each family in turn. A random alias makes each statement unique. */
export const killers = (seed: number, count: number): Killer[] => {
  const random = seeded(seed)
  const families = Object.entries(FAMILIES)
  return Array.from({ length: count }, (_, at) => {
    const [kind, make] = families[at % families.length] as (typeof families)[number]
    const alias = [...String(at)].map(figure => 'abcdefghij'[Number(figure)]).join('')
    return { kind, query: `SELECT * FROM (${make(random).replace(/ FORMAT Null$/, '')}) AS ${alias}` }
  })
}
