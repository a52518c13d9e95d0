/** Numbers, rates and times as the dashboard writes them. */
import { plural, singular } from './plural.ts'

/** Stands for a number that could not be fetched; never a zero that nobody counted. */
export const UNKNOWN = '–'

const whole = new Intl.NumberFormat('en-GB')

export const count = (value: number | null | undefined): string =>
  value == null ? UNKNOWN : whole.format(value)

/** `noun` in the plural; beside a 1 it stands in the singular. */
export const counted = (value: number, noun: string): string =>
  `${count(value)} ${plural(value, singular(noun), noun)}`

/** `rate` is a percentage from 0 to 100. */
export const percent = (rate: number | null | undefined, decimals: 1 | 2): string =>
  rate == null ? UNKNOWN : `${rate.toFixed(decimals)}%`

const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export const dateTime = (iso: string): string => dayAndTime.format(new Date(iso))
export const timeOfDay = (iso: string): string => clock.format(new Date(iso))
/** A calendar day has no zone: 2026-01-31 is the 31st for everybody. */
export const calendarDay = (isoDay: string): string => day.format(new Date(`${isoDay}T00:00:00Z`))

export const duration = (ms: number): string =>
  ms < 10_000
    ? `${(Math.max(ms, 0) / 1000).toFixed(1)} s`
    : ms < 120_000
      ? `${Math.round(ms / 1000)} s`
      : ms < 7_200_000
        ? `${Math.round(ms / 60_000)} min`
        : `${Math.round(ms / 3_600_000)} h`
