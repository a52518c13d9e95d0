/** The days that the page's figures are of: a preset or two days of the calendar, kept in the page's address. */
import { FIRST_DAY, LAST_DAY } from '@firsttouch/api/contract/fields/days'

/** `key` chooses it; `days` are counted back from today by the server, in the report time zone. */
export const PRESETS = [
  { id: 'today', label: 'Today', key: 'd', days: 1, words: 'today' },
  { id: '7', label: '7 days', key: 'w', days: 7, words: 'the last 7 days' },
  { id: '30', label: '30 days', key: 'm', days: 30, words: 'the last 30 days' },
  { id: '90', label: '90 days', key: 'q', days: 90, words: 'the last 90 days' },
  { id: 'all', label: 'All time', key: 'a', days: null, words: 'all time' },
] as const
export const CUSTOM_KEY = 'c'
export type PresetId = (typeof PRESETS)[number]['id']

type Range = {
  /** null: two days were chosen. */
  preset: PresetId | null
  from: string
  to: string
  /** What a call for figures is asked with; nothing for everything. */
  query: Readonly<Record<string, string>>
  /** As in "Visits, the last 7 days". */
  words: string
}

/** A whole day that figures can be of: a year half typed, such as 0002, is none. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  text >= FIRST_DAY &&
  text <= LAST_DAY &&
  new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** A value that is not allowed counts as not set, and no days mean all time. Two days in the wrong order are swapped. */
export const readRange = (address: { range: string; from: string; to: string }): Range => {
  if (isDay(address.from) && isDay(address.to)) {
    const [from = '', to = ''] = [address.from, address.to].sort()
    return { preset: null, from, to, query: { from, to }, words: daysInWords(from, to) }
  }
  const preset = PRESETS.find(({ id }) => id === address.range) ?? PRESETS[4]
  const query = preset.days === null ? {} : { days: String(preset.days) }
  return { preset: preset.id, from: '', to: '', query, words: preset.words }
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** 7–13 Nov 2026 */
export const daysInWords = (from: string, to: string): string =>
  days.formatRange(Date.parse(from), Date.parse(to))

/** As in "27 visits on 22 Nov 2026", "1,941 visits in 9–15 Nov 2026". */
export const whenInWords = (from: string, to: string): string =>
  `${from === to ? 'on' : 'in'} ${daysInWords(from, to)}`
