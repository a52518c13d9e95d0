/** Opens the card provider's page in a new tab. If the business has set no payment link, leads to the free trial. */
import { parseUrl } from '@firsttouch/api/contract/fields/parse-url'
import { buttonClass } from '../ui/button.tsx'
import type { Plan } from './business.ts'
import { CountedLink } from './counted-link.tsx'
import { useSiteConfig } from './site-config.tsx'
import { useActions, useTracking } from './use-tracking.ts'

export const PlanLink = ({ plan, className }: { plan: Plan; className?: string }) => {
  const { paymentLinks } = useSiteConfig()
  const tracker = useTracking()?.tracker
  const { paid } = useActions()
  const look = buttonClass({
    variant: plan.popular ? 'dark' : 'secondary',
    size: 'lg',
    className: `w-full ${className ?? ''}`,
  })
  const configured = paymentLink(paymentLinks[plan.id], plan.id, undefined)
  if (!configured)
    return (
      <CountedLink href="/trial-signup" name={`plan_${plan.id}`} className={look}>
        Get Started
        <span className="sr-only"> with {plan.name}</span>
      </CountedLink>
    )
  return (
    <a
      href={configured}
      target="_blank"
      rel="noopener"
      className={look}
      onClick={event => {
        paid(plan)
        // Add the session id only now, because the click may create the session.
        event.currentTarget.href = paymentLink(configured, plan.id, tracker?.sessionId()) ?? configured
      }}
    >
      Get Started
      <span className="sr-only"> with {plan.name}: opens the payment page in a new tab</span>
    </a>
  )
}

/** Adds the session and the plan to the card provider's link. undefined if the business has set no link. */
export const paymentLink = (
  link: string,
  plan: Plan['id'],
  sessionId: string | undefined,
): string | undefined => {
  const url = parseUrl(link)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  url.searchParams.delete('plan_type')
  if (sessionId) url.searchParams.set('utm_session_id', sessionId)
  url.searchParams.set('plan_type', plan)
  return url.href
}
