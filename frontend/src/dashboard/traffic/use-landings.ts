/** Where sessions begin, on what, and who is here now: what the three parts read, and the words for what is counted. */
import type { LandingCounts } from '@firsttouch/api/contract/landings'

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
