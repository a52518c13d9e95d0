import { inReportZone } from './report-zone.ts'

/** Shown for an unknown number, instead of a false zero. */
const UNKNOWN = '–'

const whole = new Intl.NumberFormat('en-GB')

export const count = (value: number | null | undefined): string =>
  value == null ? UNKNOWN : whole.format(value)

const rules = new Intl.PluralRules('en-GB')

export const plural = (value: number, one: string, others: string): string =>
  rules.select(value) === 'one' ? one : others

/** The singular of a plural noun: "entries" gives "entry". */
export const singular = (noun: string): string =>
  noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/s$/, '')

export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** `noun` is a plural. It becomes singular for 1. */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${plural(value, singular(noun), noun)}`

/** `rate` is a percentage from 0 to 100. */
export const percent = (rate: number | null | undefined, decimals: 1 | 2): string =>
  rate == null ? UNKNOWN : `${rate.toFixed(decimals)}%`

/** Sorts "Roofs 2" before "Roofs 10". */
export const byName = new Intl.Collator('en-GB', { numeric: true }).compare

const currencies = new Map<string, Intl.NumberFormat>()
export const money = (value: number | null | undefined, currency: string): string => {
  if (value == null) return UNKNOWN
  const format = currencies.get(currency) ?? new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  currencies.set(currency, format)
  return format.format(value)
}

export const shortMoney = (value: number, currency: string): string =>
  value.toLocaleString('en-GB', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  })

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats an instant in the report time zone, not in the browser's. */
export const dateTime = (iso: string): string =>
  inReportZone({ dateStyle: 'medium', timeStyle: 'short' }, iso)
export const timeOfDay = (iso: string): string => inReportZone({ timeStyle: 'medium' }, iso)
export const hourAndMinute = (iso: string): string => inReportZone({ timeStyle: 'short' }, iso)
/** Example: "22 Nov 2026, 03:15–03:30". Read models store times by quarter-hour. */
export const quarterHourOf = (iso: string): string =>
  `${dateTime(iso)}–${hourAndMinute(new Date(Date.parse(iso) + 900_000).toISOString())}`
/** A calendar day has no time zone. */
export const calendarDay = (isoDay: string): string => day.format(new Date(`${isoDay}T00:00:00Z`))

export const duration = (ms: number): string =>
  ms < 10_000
    ? `${(Math.max(ms, 0) / 1000).toFixed(1)} s`
    : ms < 120_000
      ? `${Math.round(ms / 1000)} s`
      : ms < 7_200_000
        ? `${Math.round(ms / 60_000)} min`
        : `${Math.round(ms / 3_600_000)} h`
