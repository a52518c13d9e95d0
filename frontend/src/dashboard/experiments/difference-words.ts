/** Differences and times in words for people who know no statistics. */
import { counted } from '../words/format.ts'
import { inReportZone } from '../words/report-zone.ts'

const whole = new Intl.NumberFormat('en-GB')

export const dayOf = (iso: string): string =>
  inReportZone({ day: 'numeric', month: 'short', year: 'numeric' }, iso)
export const dayInYear = (iso: string): string => inReportZone({ day: 'numeric', month: 'short' }, iso)
export const timeInDay = (iso: string): string => inReportZone({ hour: '2-digit', minute: '2-digit' }, iso)

/** "about 12 days", from three weeks on in weeks; nobody plans further than a year. */
export const roughly = (days: number): string => {
  if (days > 365) return 'more than a year'
  return days <= 21
    ? `about ${counted(Math.max(1, Math.ceil(days)), 'days')}`
    : `about ${counted(Math.round(days / 7), 'weeks')}`
}

/** Of how many visitors a difference is told, and with how many decimals, so that it is neither 0.0 nor 1,234. */
export type Unit = { of: number; decimals: number }

/** `reach`: the largest difference to be told, a fraction. */
export const unitFor = (reach: number): Unit => {
  const of = [100, 1_000, 10_000].find(of => reach * of >= 0.5) ?? 100_000
  return { of, decimals: reach * of < 30 ? 1 : 0 }
}

/** Without its sign: "1.2", "12". */
export const amount = (difference: number, { of, decimals }: Unit): string =>
  (Math.abs(difference) * of).toLocaleString('en-GB', {
    maximumFractionDigits: decimals,
  })

/** With its sign, for axes and tables: "+1.2", "−0.4", "0". */
export const signed = (difference: number, unit: Unit): string => {
  const text = amount(difference, unit)
  if (Number(text.replaceAll(',', '')) === 0) return '0'
  return `${difference < 0 ? '−' : '+'}${text}`
}

export const everyVisitors = ({ of }: Unit): string => `every ${whole.format(of)} visitors`

/** "between 2.4 fewer and 6.4 more". */
export const between = ([low, high]: readonly [number, number], unit: Unit): string => {
  if (low >= 0) return `between ${amount(low, unit)} and ${amount(high, unit)} more`
  if (high <= 0) return `between ${amount(high, unit)} and ${amount(low, unit)} fewer`
  return `between ${amount(low, unit)} fewer and ${amount(high, unit)} more`
}

/** A probability that never claims to be certain. */
export const chance = (probability: number): string => {
  if (probability > 0.999) return 'over 99.9%'
  if (probability < 0.001) return 'under 0.1%'
  return `${(probability * 100).toFixed(1)}%`
}
