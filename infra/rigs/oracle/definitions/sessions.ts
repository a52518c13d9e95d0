/** Sessions of people: how they began, and their visits and conversions. */
import type { Business, Event } from '../facts.ts'
import { isConversion, isCounted, isVisit, pathOf } from './traffic.ts'

export type Session = {
  id: string
  /** Visits and conversions, oldest first. A session with only exposures does not count. */
  events: Event[]
  /** The first counted event, which gives the first touch, landing page, device and browser. */
  first: Event
  landingPage: string
  visits: number
  conversions: number
  firstConverted: number | null
}

export const sessionsOf = ({ events }: Pick<Business, 'events'>): Session[] =>
  [...Map.groupBy(events.filter(isCounted), ({ session }) => session)].flatMap(([id, own]) => {
    const sorted = own.toSorted((a, b) => a.at - b.at)
    const [first] = sorted
    if (!first) return []
    const converted = sorted.find(isConversion)
    return [
      {
        id,
        events: sorted,
        first,
        landingPage: pathOf(first.page),
        visits: sorted.filter(isVisit).length,
        conversions: sorted.filter(isConversion).length,
        firstConverted: converted ? converted.at : null,
      },
    ]
  })
