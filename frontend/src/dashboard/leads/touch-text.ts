import type { FirstTouch } from '@firsttouch/api/contract/forms'
import { labelOf } from '../words/labels.ts'

/** A touch as its tags say: Google / Paid clicks (CPC) / spring_roofs. Empty when it has none. */
export const touchText = ({
  utm_source,
  utm_medium,
  utm_campaign,
  utm_content,
  utm_term,
}: FirstTouch): string =>
  [labelOf(utm_source), labelOf(utm_medium), utm_campaign, utm_content, utm_term].filter(Boolean).join(' / ')
