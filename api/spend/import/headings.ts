/** The columns of a report, recognised by their headings as Google Ads, Microsoft Advertising and Meta write them in English. */
import type { ImportAnswer } from '../../contract/costs/spend.ts'

/** Without capitals, spaces and signs: the reports for people and for programs differ in those. The first that is there counts. */
const HEADINGS = {
  campaign: ['campaign', 'campaignname'],
  day: ['day', 'gregoriandate', 'date', 'timeperiod', 'reportingstarts'],
  cost: ['cost', 'spend', 'amountspent'],
  clicks: ['clicks', 'linkclicks', 'clicksall'],
  currency: ['currencycode', 'currency'],
  ends: ['reportingends'],
  account: ['customerid', 'accountid', 'accountnumber', 'account', 'accountname'],
} as const
type Column = keyof typeof HEADINGS

export const LOOKED_FOR = [
  ['the campaign', 'Campaign or Campaign name'],
  ['the day', 'Day, Date, Gregorian date or Reporting starts'],
  ['the cost', 'Cost, Spend or Amount spent'],
] as const

/** `Amount spent (GBP)`. */
const WITH_CURRENCY = /^(.*\S) ?\(([A-Z]{3})\)$/

const folded = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

export type Columns = Record<'campaign' | 'day' | 'cost', number> & {
  clicks: number | undefined
  currency: number | undefined
  ends: number | undefined
  account: number | undefined
  /** As they stand in the file. */
  headings: string[]
  /** Headings of ours that stand there more than once. */
  twice: string[]
  /** That the heading of the cost names. */
  costIn: string | undefined
  format: ImportAnswer['format']
}

export const findColumns = (cells: readonly string[]): Columns | undefined => {
  const headings = cells.map(cell => cell.trim())
  const names = headings.map(heading => folded(WITH_CURRENCY.exec(heading)?.[1] ?? heading))
  const at = (column: Column): number | undefined => {
    const found = HEADINGS[column].find(name => names.includes(name))
    return found === undefined ? undefined : names.indexOf(found)
  }
  const [campaign, day, cost] = [at('campaign'), at('day'), at('cost')]
  if (campaign === undefined || day === undefined || cost === undefined) return undefined
  const format = formatOf(names[day] ?? '', names[cost] ?? '')
  const costIn = WITH_CURRENCY.exec(headings[cost] ?? '')?.[2]
  const rest = { clicks: at('clicks'), currency: at('currency'), ends: at('ends'), account: at('account') }
  const twice = [campaign, day, cost, rest.clicks, rest.currency].flatMap(found =>
    found !== undefined && names.indexOf(names[found] ?? '', found + 1) >= 0 ? [headings[found] ?? ''] : [],
  )
  return { campaign, day, cost, ...rest, headings, twice, costIn, format }
}

const formatOf = (day: string, cost: string): ImportAnswer['format'] => {
  if (cost === 'amountspent') return 'Meta Ads'
  if (cost === 'spend') return 'Microsoft Advertising'
  return day === 'day' ? 'Google Ads' : 'table'
}
