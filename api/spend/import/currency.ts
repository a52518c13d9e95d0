/** Whether a file is in our currency: its column, the heading of its cost and the marks in its amounts have to agree. */
import { type Problems, shown } from './problems.ts'
import type { Table } from './read-table.ts'

/** The marks that our currency is written with. `$` is that of many. */
const marksOf = (currency: string): Set<string> => {
  const marks = new Set(['', currency])
  for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
    marks.add(format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? '')
  }
  return marks
}

export const isOurMark = (currency: string): ((mark: string) => boolean) => {
  const marks = marksOf(currency)
  return mark => marks.has(mark) || marks.has(mark.toUpperCase())
}

/** One problem for each other currency, at the first line that has it. */
export const checkCurrency = ({ columns, rows }: Table, ours: string, problems: Problems): void => {
  const { costIn, currency, headings, cost } = columns
  if (costIn && costIn !== ours)
    problems.add(null, headings[cost] ?? '', `is in ${costIn}, but costs here are in ${ours} (CURRENCY)`)
  if (currency === undefined) return
  const seen = new Map<string, number>()
  for (const row of rows) {
    const code = row.currency.toUpperCase()
    if (!seen.has(code)) seen.set(code, row.line)
  }
  const field = headings[currency] ?? ''
  for (const [code, line] of seen)
    if (code !== ours)
      problems.add(
        line,
        field,
        code === ''
          ? `is empty: say which currency the cost is in`
          : `is ${shown(code)}, but costs here are in ${ours} (CURRENCY)${seen.size > 1 ? ', and one file is in one currency' : ''}`,
      )
}
