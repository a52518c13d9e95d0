/** Retention periods in days, as the privacy page states them. */

import { CLICK_ATTRIBUTED_DAYS } from './fields/click-ids.ts'

export const KEPT = ['forms', 'programs', 'visitDetails', 'clickIds'] as const
export type Kept = (typeof KEPT)[number]
export type KeptDays = Record<Kept, number>

/** The defaults of KEEP_LEADS_DAYS, KEEP_SPAM_DAYS, KEEP_VISIT_DETAILS_DAYS and CLICK_IDS_KEEP_DAYS. */
export const DEFAULT_DAYS: KeptDays = {
  forms: 730,
  programs: 30,
  visitDetails: 400,
  clickIds: CLICK_ATTRIBUTED_DAYS,
}

/** 0 days means no automatic deletion. */
export const keptFor = (days: number): string => {
  if (days === 0) return 'until you ask us to erase it'
  return days === 1 ? '1 day' : `${days} days`
}
