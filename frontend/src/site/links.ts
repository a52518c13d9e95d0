/** Links that leave the site: chat, mail and payment, each built from parts that are encoded. */
import { parseUrl } from '@firsttouch/api/contract/fields/parse-url'
import type { PlanId } from './business.ts'

/** wa.me takes 6 to 15 digits with the country first. */
export const chatLink = (number: string, text: string): string =>
  `https://wa.me/${number.replace(/\D/g, '').slice(0, 15)}?text=${encodeURIComponent(text)}`

export const mailLink = (address: string, subject: string, body = ''): string => {
  const query = [
    `subject=${encodeURIComponent(subject)}`,
    ...(body ? [`body=${encodeURIComponent(body)}`] : []),
  ]
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?${query.join('&')}`
}

/** The provider's page for a plan with what ties the payment to the visit; undefined where the business has no link. */
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
