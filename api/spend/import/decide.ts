import { setImmediate as turn } from 'node:timers/promises'
import { type Amount, amountOf, type Style, styleOf } from './amounts.ts'
import { type DayOrder, orderOf } from './days.ts'
import { type Problems, shown } from './problems.ts'
import type { Table } from './read-table.ts'

export const ROWS_AT_ONCE = 2_000

/** `amounts` has the parsed cost of each row, or undefined if the cell is not an amount. */
export type Writing = { style: Style; order: DayOrder; amounts: (Amount | undefined)[] }

/** Indexes of rows. The cell of row `open` is ambiguous. The cells of the two rows `mixed` contradict each other. */
type Undecided = { open: number } | { mixed: [number, number] }

/**
 * Chooses the format that all cells fit. `seen` has the first row of each format. If every cell fits both formats,
 * `said` decides. Without `said`, an ambiguous cell leaves the format undecided.
 */
export const decide = <Way extends string>(
  seen: ReadonlyMap<Way | 'open' | undefined, number>,
  [one, other]: readonly [Way, Way],
  said: Way | undefined,
): Way | Undecided => {
  const [first, second, open] = [seen.get(one), seen.get(other), seen.get('open')]
  if (first !== undefined && second !== undefined) return { mixed: [first, second] }
  if (first !== undefined) return one
  if (second !== undefined) return other
  return open === undefined || said ? (said ?? one) : { open }
}

/** If a column is ambiguous, `writing` is undefined and `problems` gets an entry. */
export const decideWriting = async (table: Table, said: DayOrder | undefined, problems: Problems) => {
  const amounts: (Amount | undefined)[] = []
  const styles = new Map<Style | 'open' | undefined, number>()
  const orders = new Map<DayOrder | 'open' | undefined, number>()
  const see = <Way>(seen: Map<Way, number>, way: Way, at: number) => seen.has(way) || seen.set(way, at)
  for (const [at, row] of table.rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await turn()
    const amount = amountOf(row.cost)
    amounts.push(amount)
    see(styles, styleOf(amount?.digits ?? ''), at)
    see(orders, orderOf(row.day), at)
  }
  const style = decide(styles, ['point', 'comma'], table.semicolons ? 'comma' : undefined)
  const order = decide(orders, ['day-first', 'month-first'], said)
  if (typeof style === 'object') addUndecided(table, 'cost', style, problems)
  if (typeof order === 'object') addUndecided(table, 'day', order, problems)
  const isDecided = typeof style === 'string' && typeof order === 'string'
  return {
    writing: isDecided ? { style, order, amounts } : undefined,
    asksForDates: typeof order === 'object' && 'open' in order,
  }
}

/** A message about `mixed` describes the cell of the second row first. */
const WORDS = {
  cost: {
    open: 'which may be thousands or decimals, and no other row decides: export costs with two decimals',
    mixed: ['with a decimal comma', 'a decimal point'],
  },
  day: {
    open: 'which may be two days, and no other row decides: say whether the day or the month comes first, or export days as 2026-04-03',
    mixed: ['with the month first', 'the day first'],
  },
} as const

const addUndecided = (
  { rows, columns }: Table,
  column: 'cost' | 'day',
  undecided: Undecided,
  problems: Problems,
): void => {
  const line = (at: number) => rows[at]?.line ?? null
  const cell = (at: number) => shown(rows[at]?.[column] ?? '')
  const say = (at: number, message: string) =>
    problems.add(line(at), columns.headings[columns[column]] ?? '', `is ${cell(at)}, ${message}`)
  const { open, mixed } = WORDS[column]
  if ('open' in undecided) say(undecided.open, open)
  else {
    const [first, second] = undecided.mixed
    say(second, `${mixed[0]}, but line ${line(first)} has ${mixed[1]}: ${cell(first)}`)
  }
}
