/** Visits and conversions. Bots do not count, and each id counts once. */
import { dayOf } from '../days.ts'
import type { Business, Event, Tags } from '../facts.ts'
import { isFrom } from './channels.ts'

/** A call's range and filter. null: no limit. */
export type Filter = { source?: string; campaign?: string; channel?: string; referringSite?: string }
export type Asked = { from: string | null; to: string | null } & Filter

/** A link without a source is a direct visit. */
export const sourceOf = ({ source }: Tags): string => source || 'direct'

export const isHuman = ({ agent }: Event): boolean => agent.bot === ''
/** A page view by a person. */
export const isVisit = (event: Event): boolean => event.kind === 'visit' && isHuman(event)
export const isConversion = (event: Event): boolean => event.kind === 'conversion' && isHuman(event)
/** Events that reports count. Exposures and a test's own conversions count only in tests. */
export const isCounted = (event: Event): boolean => isVisit(event) || isConversion(event)

/** A visit matches by its link, a conversion by its first touch. */
export const isBy = (tags: Tags, { source, campaign }: Pick<Asked, 'source' | 'campaign'>): boolean =>
  (source === undefined || sourceOf(tags) === source) &&
  (campaign === undefined || tags.campaign === campaign)

export const isDayIn = (day: string, { from, to }: Pick<Asked, 'from' | 'to'>): boolean =>
  (from === null || day >= from) && (to === null || day <= to)

export const isWithin = (zone: string, at: number, asked: Pick<Asked, 'from' | 'to'>): boolean =>
  (asked.from === null && asked.to === null) || isDayIn(dayOf(zone, at), asked)

export const countedIn = ({ events, zone }: Business, asked: Asked): Event[] =>
  events.filter(
    event =>
      isCounted(event) && isWithin(zone, event.at, asked) && isBy(event.tags, asked) && isFrom(event, asked),
  )

export type Counts = { visits: number; conversions: number }
export const countsOf = (events: readonly Event[]): Counts => ({
  visits: events.filter(isVisit).length,
  conversions: events.filter(isConversion).length,
})

/** Conversions per hundred visits. 0 without visits. */
export const rateOf = ({ visits, conversions }: Counts): number =>
  visits === 0 ? 0 : (100 * conversions) / visits

const days = new WeakMap<readonly Event[], string[]>()
/** Days with an event, oldest first. */
export const daysOfEvents = ({ events, zone }: Pick<Business, 'events' | 'zone'>): readonly string[] => {
  const known =
    days.get(events) ?? [...new Set(events.filter(isCounted).map(({ at }) => dayOf(zone, at)))].toSorted()
  days.set(events, known)
  return known
}
/** The first counted day. Earlier days are unknown, which is not 0. */
export const firstDay = (business: Business): string | null => daysOfEvents(business)[0] ?? null

export const pathOf = (page: string): string => page.split(/[?#]/, 1)[0] ?? ''
