/** Mutants of SQL, each a piece of the source text and its replacement. */
import { type SqlText, sqlIn } from './sql-text.ts'

export type SqlMutant = { mutator: string; start: number; end: number; original: string; replacement: string }
type Change = { at: number; length: number; by: string }
type Mutator = (text: string) => Change[]

const SWAPS: Record<string, string> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '!=', '!=': '=', '<>': '=' },
  ...{ min: 'max', max: 'min', minIf: 'maxIf', maxIf: 'minIf', argMin: 'argMax', argMax: 'argMin' },
  ...{ greatest: 'least', least: 'greatest', AND: 'OR', OR: 'AND', ASC: 'DESC', DESC: 'ASC' },
  ...{ uniqExact: 'count', 'LEFT JOIN': 'JOIN' },
}
const COMPARISON = /(?<=[\s)'"§])(?:<=|>=|<>|!=|<|>|=)(?=[\s('"§])/g
const ORDER_END = /\)|\bLIMIT\b|\bFOR UPDATE\b|\bUNION\b|\bON CONFLICT\b|$/g
const CONDITION_END =
  /\b(?:GROUP BY|ORDER BY|LIMIT|FOR UPDATE|RETURNING|UNION|ON CONFLICT|HAVING|SETTINGS|WINDOW)\b/y

const every = (text: string, pattern: RegExp, by: (match: RegExpExecArray) => string | undefined): Change[] =>
  [...text.matchAll(pattern)].flatMap(match => {
    const other = by(match)
    return other === undefined ? [] : [{ at: match.index, length: match[0].length, by: other }]
  })
const swap = ([word]: RegExpExecArray): string | undefined => SWAPS[word]
const swapping =
  (pattern: RegExp): Mutator =>
  text =>
    every(text, pattern, swap)
const dropping =
  (pattern: RegExp): Mutator =>
  text =>
    every(text, pattern, () => '')

/** Whether `=` assigns, as after SET, instead of comparing. */
const isAssigned = (text: string, at: number): boolean =>
  text
    .slice(0, at)
    .match(/\b(?:SET|SELECT|WHERE|FROM|ON|HAVING|WHEN|AND|OR)\b|\b\w*[iI]f\(/g)
    ?.at(-1) === 'SET'
/** Whether AND belongs to a BETWEEN instead of combining conditions. */
const isOfBetween = (text: string, at: number): boolean =>
  /\bBETWEEN\b(?:(?!\b(?:AND|OR)\b)[\s\S])*$/.test(text.slice(0, at))

const MUTATORS: Record<string, Mutator> = {
  comparison: text =>
    every(text, COMPARISON, match => (isAssigned(text, match.index) ? undefined : swap(match))),
  extreme: swapping(/\b(?:min|max|minIf|maxIf|argMin|argMax|greatest|least)(?=\()/g),
  logic: text =>
    every(text, /\b(?:AND|OR)\b/g, match => (isOfBetween(text, match.index) ? undefined : swap(match))),
  direction: swapping(/\b(?:ASC|DESC)\b/g),
  order: text =>
    [...text.matchAll(/\bORDER BY\b/g)].map(({ index: at }) => {
      ORDER_END.lastIndex = at
      return { at, length: (ORDER_END.exec(text)?.index ?? text.length) - at, by: '' }
    }),
  step: dropping(/ [+-] 1\b(?![.\d])/g),
  distinct: text => [...swapping(/\buniqExact(?=\()/g)(text), ...dropping(/\bDISTINCT\s/g)(text)],
  final: dropping(/\s\bFINAL\b/g),
  conflict: dropping(/\bON CONFLICT\b[\s\S]*?(?=\bRETURNING\b|$)/g),
  lock: dropping(/\bFOR UPDATE\b(?: SKIP LOCKED)?/g),
  join: swapping(/\bLEFT JOIN\b/g),
  condition: text =>
    [...text.matchAll(/\bWHERE\b/g)].flatMap(({ index }) => conjunctsFrom(text, index + 'WHERE'.length)),
}

/** Replaces each operand of AND by `true`. */
const conjunctsFrom = (text: string, from: number): Change[] => {
  const parts: Change[] = []
  let depth = 0
  let start = from
  let at = from
  const end = () => {
    const part = text.slice(start, at)
    const inside = part.trim()
    if (inside !== '' && inside !== 'true')
      parts.push({ at: start + part.indexOf(inside), length: inside.length, by: 'true' })
  }
  for (; at < text.length; at++) {
    const letter = text[at]
    if (letter === '(' || letter === '[') depth++
    if ((letter === ')' || letter === ']') && --depth < 0) break
    if (depth > 0) continue
    CONDITION_END.lastIndex = at
    if (CONDITION_END.test(text)) break
    if (/^\bAND\b/.test(text.slice(at, at + 4)) && /\s/.test(text[at - 1] ?? '') && !isOfBetween(text, at)) {
      end()
      start = at + 'AND'.length
    }
  }
  end()
  return parts
}

export const sqlMutantsIn = (source: string): SqlMutant[] => {
  const found = sqlIn(source).flatMap(text =>
    Object.entries(MUTATORS).flatMap(one => apply(source, text, one)),
  )
  const byChange = new Map(found.map(one => [`${one.start} ${one.end} ${one.replacement}`, one]))
  return [...byChange.values()].toSorted((a, b) => a.start - b.start || a.end - b.end)
}

const apply = (source: string, { text, start }: SqlText, [mutator, find]: [string, Mutator]): SqlMutant[] =>
  find(text).map(({ at, length, by }) => ({
    mutator: `sql ${mutator}`,
    start: start + at,
    end: start + at + length,
    original: source.slice(start + at, start + at + length),
    replacement: by,
  }))

export const withMutant = (
  source: string,
  { start, end, original, replacement }: Omit<SqlMutant, 'mutator'>,
): string => {
  if (source.slice(start, end) !== original)
    throw new Error(`The source no longer has "${original}" at this position.`)
  return source.slice(0, start) + replacement + source.slice(end)
}
