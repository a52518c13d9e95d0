/** Where sessions begin, on what, and who is here now: what the three parts read, and the words for what is counted. */
import type { Devices, LandingCounts, LandingPages, VisitorsNow } from '@firsttouch/api/contract/landings'
import { useQuery } from '@tanstack/react-query'
import { useFiguresQuery } from '../data/figures.ts'
import { figuresOptions } from '../data/reads.ts'

export const useLandingPages = () =>
  useQuery(figuresOptions<LandingPages>('analytics', 'landing-pages', useFiguresQuery().traffic))
export const useDevices = () =>
  useQuery(figuresOptions<Devices>('analytics', 'devices', useFiguresQuery().traffic))

/** Visitors leave without an event: the number falls although nothing is announced. */
const LOOK_EVERY_MS = 20_000
export const useVisitorsNow = () =>
  useQuery({
    ...figuresOptions<VisitorsNow>('analytics', 'visitors-now', ''),
    refetchInterval: LOOK_EVERY_MS,
  })

/** A page, a device or a browser with what came of it. */
export type Landed = LandingCounts & { name: string; previous: LandingCounts | null }

/** Visits older than details are kept have no page any more. */
export const pageWords = (page: string): string => page || 'No longer kept'

const WORDS: Record<string, string> = {
  mobile: 'Phones',
  tablet: 'Tablets',
  desktop: 'Computers',
  other: 'Others',
  unknown: 'Not known',
}
/** A family of browsers is its own word. */
export const agentWords = (name: string): string => WORDS[name] ?? name
