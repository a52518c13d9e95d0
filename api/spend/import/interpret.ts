import { setImmediate as turn } from 'node:timers/promises'
import { MOST_CLICKS, MOST_ENTRIES } from '../../contract/costs/spend.ts'
import { FIRST_DAY } from '../../contract/fields/days.ts'
import type { ReportSource } from '../sources.ts'
import { MICROS, MOST_MICROS, microsOf, wholeOf } from './amounts.ts'
import { type DayOrder, readDay } from './days.ts'
import { decideWriting, ROWS_AT_ONCE, type Writing } from './decide.ts'
import { NONE, openProblems, type Problems, refused, shown } from './problems.ts'
import type { RawRow, Table } from './read-table.ts'

/** `clicks` is null if any row lacks the number of clicks. */
export type Costs = { micros: number; clicks: number | null }
export const plus = (one: Costs = { micros: 0, clicks: 0 }, other: Costs): Costs => ({
  micros: one.micros + other.micros,
  clicks: one.clicks === null || other.clicks === null ? null : one.clicks + other.clicks,
})
export type NamedCosts = { rows: number; days: Map<string, Costs> }

export type Given = { currency: string; today: string; dates?: DayOrder | undefined; millionths?: boolean }

export const interpret = async (table: Table, given: Given) => {
  const problems = openProblems()
  const byName = new Map<string, NamedCosts>()
  if (table.rows.length === 0)
    problems.add(null, 'file', 'has headings, but no row with a campaign, a day and a cost')
  for (const heading of table.columns.twice)
    problems.add(null, heading, 'occurs twice in the headings: remove one of the columns')
  checkCurrency(table, given.currency, problems)
  const { writing, asksForDates } = await decideWriting(table, given.dates, problems)
  if (writing) {
    const read = openReader(table, writing, given, problems)
    for (const [at, row] of table.rows.entries()) {
      if (at % ROWS_AT_ONCE === 0) await turn()
      const found = read(row, at)
      if (found) addUp(byName, row.campaign, found)
      if (byName.size > MOST_NAMES)
        throw refused(
          413,
          `The file has too many campaign names: the maximum is ${MOST_NAMES}. Check that the campaign column is the right one.`,
        )
    }
  }
  return { problems, byName, asksForDates, source: sourceOf(table) }
}

/** The account is known if the file names exactly one. */
const sourceOf = ({ columns: { format }, accounts }: Table): ReportSource => {
  const [account = '', ...others] = accounts
  return { platform: format === 'table' ? 'other' : format, account: others.length > 0 ? '' : account }
}

/** Maximum number of campaign names in a file. One call cannot assign more names to campaigns. */
const MOST_NAMES = MOST_ENTRIES

type Found = Costs & { day: string }

const openReader = ({ columns }: Table, writing: Writing, given: Given, problems: Problems) => {
  const { currency, today } = given
  const { headings } = columns
  const parts = columns.inMillionths || given.millionths ? MICROS : 1
  const isOurs = isOurMark(currency)
  const heading = (at: number | undefined) => (at === undefined ? '' : (headings[at] ?? ''))
  return (row: RawRow, at: number): Found | undefined => {
    const say = (column: number | undefined, message: string): undefined => {
      problems.add(row.line, column === undefined ? 'row' : heading(column), message)
    }
    if (row.wrong) return say(undefined, row.wrong)
    if (row.campaign === '') return say(columns.campaign, 'is empty: enter the campaign of this cost')
    if (row.campaign.startsWith('='))
      return say(columns.campaign, `is a formula: ${shown(row.campaign)}. Export names as they are`)
    const day = readDay(row.day, writing.order)
    if (day === undefined) return say(columns.day, `is no single day: ${shown(row.day)}`)
    if (day > today || day < FIRST_DAY)
      return say(columns.day, `is ${day}, but costs must be from ${FIRST_DAY} to today, ${today}`)
    const amount = writing.amounts[at]
    const read = amount && microsOf(amount.digits, writing.style)
    if (amount === undefined || read === undefined)
      return say(columns.cost, `is no amount: ${shown(row.cost)}`)
    const micros = Math.round(read / parts)
    if (micros > MOST_MICROS) say(columns.cost, `is above 999999999.99: ${shown(row.cost)}`)
    // Too large even as millionths. For a smaller amount, the preview asks staff whether it is in millionths.
    if (micros > MOST_MICROS * MICROS) return undefined
    if (!isOurs(amount.mark))
      return say(columns.cost, `is ${shown(row.cost)}, but costs here are in ${currency} (CURRENCY)`)
    const clicks = NONE.test(row.clicks) ? null : wholeOf(row.clicks)
    if (clicks === undefined) return say(columns.clicks, `is no whole number: ${shown(row.clicks)}`)
    if (clicks !== null && clicks > MOST_CLICKS)
      return say(columns.clicks, `is above ${MOST_CLICKS}: ${shown(row.clicks)}`)
    return { day, micros: amount.sign === '-' ? -micros : micros, clicks }
  }
}

const addUp = (byName: Map<string, NamedCosts>, name: string, { day, ...costs }: Found): void => {
  const named = byName.get(name) ?? { rows: 0, days: new Map<string, Costs>() }
  named.rows += 1
  named.days.set(day, plus(named.days.get(day), costs))
  byName.set(name, named)
}

/** Includes ambiguous symbols such as `$`. */
const isOurMark = (currency: string): ((mark: string) => boolean) => {
  const marks = new Set(['', currency])
  for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
    marks.add(format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? '')
  }
  return mark => marks.has(mark) || marks.has(mark.toUpperCase())
}

/** Reports one problem for each foreign currency, at its first line. */
const checkCurrency = ({ columns, rows }: Table, ours: string, problems: Problems): void => {
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
