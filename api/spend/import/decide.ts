/** How a report writes its amounts and its days, asked of the whole columns. */
import { setImmediate as turn } from 'node:timers/promises'
import { type Amount, amountOf, type Decided, openStyle, type Style } from './amounts.ts'
import { type DayOrder, type DecidedOrder, openOrder } from './days.ts'
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
  const style = styleOf(styles.decided(table.semicolons), table, problems)
  const { order, asksForDates } = orderOf(orders.decided(said), table, problems)
  return { writing: style && order && { style, order, amounts }, asksForDates }
}

const styleOf = (decided: Decided, table: Table, problems: Problems): Style | undefined => {
  if ('style' in decided) return decided.style
  const { line, field, cell } = places(table, 'cost')
  if ('open' in decided)
    problems.add(
      line(decided.open),
      field,
      `is ${cell(decided.open)}, which may be thousands or decimals, and no other row tells: export costs with two decimals`,
    )
  else {
    const [point, comma] = decided.mixed
    problems.add(
      line(comma),
      field,
      `is ${cell(comma)}, with a decimal comma, but line ${line(point)} has a decimal point: ${cell(point)}`,
    )
  }
  return undefined
}

const orderOf = (decided: DecidedOrder, table: Table, problems: Problems) => {
  if ('order' in decided) return { order: decided.order, asksForDates: false }
  const { line, field, cell } = places(table, 'day')
  if ('open' in decided)
    problems.add(
      line(decided.open),
      field,
      `is ${cell(decided.open)}, which may be two days, and no other row tells: say whether the day or the month comes first, or export days as 2026-04-03`,
    )
  else {
    const [day, month] = decided.mixed
    problems.add(
      line(month),
      field,
      `is ${cell(month)}, with the month first, but line ${line(day)} has the day first: ${cell(day)}`,
    )
  }
  return { order: undefined, asksForDates: 'open' in decided }
}

const places = ({ rows, columns }: Table, column: 'cost' | 'day') => ({
  field: columns.headings[columns[column]] ?? '',
  line: (at: number): number | null => rows[at]?.line ?? null,
  cell: (at: number): string => shown(rows[at]?.[column] ?? ''),
})
