import { parseUrl } from '@firsttouch/api/contract/fields/parse-url'
import type { PlanId } from './business.ts'

/** Adds the session and the plan to the card provider's link. undefined if the business has set no link. */
export const paymentLink = (
  link: string,
  plan: PlanId,
  sessionId: string | undefined,
): string | undefined => {
  const url = parseUrl(link)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  url.searchParams.delete('plan_type')
  if (sessionId) url.searchParams.set('utm_session_id', sessionId)
  url.searchParams.set('plan_type', plan)
  return url.href
}
