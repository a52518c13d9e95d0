/** Pages, devices and browsers on which sessions began, in words. */
import type { LandingCounts } from '@firsttouch/api/contract/landings'

export type Landed = LandingCounts & { name: string; previous: LandingCounts | null }

/** The page of an old visit is deleted with its details. */
export const pageWords = (page: string): string => page || 'No longer kept'

const WORDS: Record<string, string> = {
  mobile: 'Phones',
  tablet: 'Tablets',
  desktop: 'Computers',
  other: 'Others',
  unknown: 'Not known',
}
/** Browsers go by their own names. */
export const agentWords = (name: string): string => WORDS[name] ?? name
