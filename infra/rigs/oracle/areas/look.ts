/** Shared by all areas: the system, the business, and the ranges and filters of their calls. */
import type { Comparison } from '../compare.ts'
import { addDays, dayOf } from '../days.ts'
import type { Asked, Filter } from '../definitions/traffic.ts'
import type { Business } from '../facts.ts'
import type { System } from '../system.ts'

export type Look = {
  system: Pick<System, 'get' | 'sql' | 'file' | 'staff'>
  business: Business
  compare: Comparison
  /** First and last day of the generated traffic ("the story"). `changeDay`: the day on which the clocks change. null without one. */
  story: { from: string; to: string; changeDay: string | null }
}

export type Range = { query: string; from: string | null; to: string | null }

export const rangesOf = ({ story, business }: Look): Range[] => {
  const today = dayOf(business.zone, business.now)
  const back = (days: number): Range => ({ query: `days=${days}`, from: addDays(today, 1 - days), to: today })
  const days = (from: string, to: string): Range => ({ query: `from=${from}&to=${to}`, from, to })
  const month = addDays(story.from, 40).slice(0, 7)
  const change = story.changeDay ?? addDays(story.from, 30)
  return [
    { query: '', from: null, to: null },
    ...[1, 2, 7, 30, 90].map(back),
    days(change, change),
    days(addDays(change, -1), addDays(change, 1)),
    days(addDays(change, 1), addDays(change, 2)),
    days(`${month}-01`, addDays(`${addDays(`${month}-28`, 7).slice(0, 7)}-01`, -1)),
    days(addDays(story.from, 14), addDays(story.from, 14)),
    days(addDays(story.from, 20), addDays(story.from, 33)),
    days(addDays(story.from, -400), addDays(story.from, 10)),
    { query: `from=${addDays(today, -4)}`, from: addDays(today, -4), to: today },
  ]
}

export const FILTERS: readonly Filter[] = [
  {},
  { source: 'google' },
  { source: 'direct' },
  { campaign: 'spring_roofing' },
  { source: 'google', campaign: 'spring_roofing' },
  { source: 'facebook', campaign: 'gutters' },
  { source: 'a "quoted" 😀, source' },
  { campaign: 'nobody_has_this' },
  { channel: 'Paid search' },
  { referringSite: 'google.com' },
  { channel: 'Organic search', source: 'google' },
  { channel: 'Paid social', referringSite: 'facebook.com', campaign: 'gutters' },
]

export const queryOf = (range: Range, filter: Record<string, string | undefined> = {}): string => {
  const query = new URLSearchParams(range.query)
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? '' : `?${query}`
}

export const asked = ({ from, to }: Range, filter: object = {}): Asked => ({ from, to, ...filter })

/** The preceding range of equal length. null for all time. */
export const daysBefore = ({ from, to }: Pick<Range, 'from' | 'to'>): { from: string; to: string } | null => {
  if (from === null || to === null) return null
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return { from: addDays(from, -days), to: addDays(from, -1) }
}

export const iso = (at: number): string => new Date(at).toISOString()
/** In ClickHouse's format. */
export const stamp = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().replace('T', ' ').replace('Z', '')
