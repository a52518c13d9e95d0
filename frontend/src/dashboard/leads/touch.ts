import type { FirstTouch } from '@firsttouch/api/contract/forms'

/** A touch as its tags say: google / cpc / spring_roofs. Empty when it has none. */
export const touchText = ({
  utm_source,
  utm_medium,
  utm_campaign,
  utm_content,
  utm_term,
}: FirstTouch): string =>
  [utm_source, utm_medium, utm_campaign, utm_content, utm_term].filter(Boolean).join(' / ')
