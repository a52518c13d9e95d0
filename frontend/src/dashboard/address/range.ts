/** The page's period is a preset or two days of the calendar. The page's address stores it. */
import { FIRST_DAY, LAST_DAY } from '@firsttouch/api/contract/fields/days'
import type { Comparison } from '@firsttouch/api/contract/range'
import { useAddress, useSetAddress } from './use-address.ts'

type Preset = { id: string; label: string; words: string; query: Query; key?: string }
type Query = Readonly<Record<string, string>>

/** The server turns a preset into days, in the report time zone. `key` is the keyboard shortcut. */
// biome-ignore format: a list reads best in rows
export const PRESETS: readonly Preset[] = [
  { id: 'today', label: 'Today', key: 'd', query: { days: '1' }, words: 'today' },
  { id: 'yesterday', label: 'Yesterday', query: { period: 'yesterday' }, words: 'yesterday' },
  { id: '7', label: 'Last 7 days', key: 'w', query: { days: '7' }, words: 'the last 7 days' },
  { id: '30', label: 'Last 30 days', key: 'm', query: { days: '30' }, words: 'the last 30 days' },
  { id: '90', label: 'Last 90 days', key: 'q', query: { days: '90' }, words: 'the last 90 days' },
  { id: 'all', label: 'All time', key: 'a', query: {}, words: 'all time' },
  ...['week', 'month', 'quarter', 'year'].flatMap(unit =>
    ['This', 'Last'].map(which => ({
      id: `${which.toLowerCase()}-${unit}`,
      label: `${which} ${unit}`,
      query: { period: `${which.toLowerCase()}-${unit}` },
      words: `${which.toLowerCase()} ${unit}`,
    })),
  ),
]
export const CUSTOM_KEY = 'c'
export const ALL_TIME = 'all'

export const COMPARED_WITH: readonly (readonly [id: Comparison, label: string])[] = [
  ['days', 'Days before'],
  ['weekdays', 'Same weekdays'],
  ['year', 'Last year'],
  ['none', 'Nothing'],
]

type Range = {
  /** null if two days of the calendar are chosen. */
  preset: string | null
  from: string
  to: string
  compare: Comparison
  /** Query parameters for the API. Empty for all time. */
  query: Query
  words: string
}

/** False for a half-typed year, such as 0002. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  text >= FIRST_DAY &&
  text <= LAST_DAY &&
  new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** Ignores invalid values. The default is all time. Two days in the wrong order are swapped. */
export const readRange = (address: { range: string; from: string; to: string; compare: string }): Range => {
  const [compare] = COMPARED_WITH.find(([id]) => id === address.compare) ?? ['days' as const]
  const compared: Query = compare === 'days' ? {} : { compare }
  if (isDay(address.from) && isDay(address.to)) {
    const [from = '', to = ''] = [address.from, address.to].sort()
    return {
      ...{ preset: null, from, to, compare },
      query: { from, to, ...compared },
      words: daysInWords(from, to),
    }
  }
  const found = PRESETS.find(({ id }) => id === address.range)
  const { id, query, words } = found ?? { id: ALL_TIME, query: {}, words: 'all time' }
  return { preset: id, from: '', to: '', compare, query: { ...query, ...compared }, words }
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

export const daysInWords = (from: string, to: string): string =>
  days.formatRange(Date.parse(from), Date.parse(to))

export const onOrIn = (from: string, to: string): 'on' | 'in' => (from === to ? 'on' : 'in')
export const whenInWords = (from: string, to: string): string =>
  `${onOrIn(from, to)} ${daysInWords(from, to)}`

export const useRange = () => {
  const { get } = useAddress()
  const [range, from, to, compare] = [get('range'), get('from'), get('to'), get('compare')]
  return { ...readRange({ range, from, to, compare }), ...useChooseRange() }
}

/** For components that set the period but do not show it. */
export const useChooseRange = () => {
  const set = useSetAddress()
  return {
    choosePreset: (id: string) => set({ range: id === ALL_TIME ? '' : id, from: '', to: '' }),
    chooseDays: (from: string, to: string) => set({ range: '', from, to }),
    chooseCompare: (id: Comparison) => set({ compare: id === 'days' ? '' : id }),
  }
}
