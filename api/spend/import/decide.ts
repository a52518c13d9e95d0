/** Decides from whole columns how a report writes amounts and days. */
import { setImmediate as turn } from 'node:timers/promises'
import { type Amount, amountOf, openStyle, type Style } from './amounts.ts'
import { type DayOrder, openOrder } from './days.ts'
import { type Problems, shown } from './problems.ts'
import type { Table } from './read-table.ts'

export const ROWS_AT_ONCE = 2_000

/** `amounts`: of each row, taken apart; undefined for what is no amount. */
export type Writing = { style: Style; order: DayOrder; amounts: (Amount | undefined)[] }

/** `writing` is undefined, with a problem, where the columns leave open what is meant. */
export const decideWriting = async (
  table: Table,
  said: DayOrder | undefined,
  problems: Problems,
): Promise<{ writing: Writing | undefined; asksForDates: boolean }> => {
  const amounts: (Amount | undefined)[] = []
  const [styles, orders] = [openStyle(), openOrder()]
  for (const [at, row] of table.rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await turn()
    const amount = amountOf(row.cost)
    amounts.push(amount)
    styles.see(amount?.digits ?? '', at)
    orders.see(row.day, at)
  }
  const style = styles.decided(table.semicolons)
  const order = orders.decided(said)
  if (!('style' in style)) addUndecided(table, 'cost', style, problems)
  if (!('order' in order)) addUndecided(table, 'day', order, problems)
  const isDecided = 'style' in style && 'order' in order
  return { writing: isDecided ? { ...style, ...order, amounts } : undefined, asksForDates: 'open' in order }
}

/** `mixed`: how the second of the two cells is written, and how the first. */
const WORDS = {
  cost: {
    open: 'which may be thousands or decimals, and no other row tells: export costs with two decimals',
    mixed: ['with a decimal comma', 'a decimal point'],
  },
  day: {
    open: 'which may be two days, and no other row tells: say whether the day or the month comes first, or export days as 2026-04-03',
    mixed: ['with the month first', 'the day first'],
  },
} as const

const addUndecided = (
  { rows, columns }: Table,
  column: 'cost' | 'day',
  undecided: { open: number } | { mixed: [number, number] },
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
