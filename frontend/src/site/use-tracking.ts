/** The page's tracker and ad pixel, and the visitor's actions that they record. */
import { createContext, use, useMemo, useSyncExternalStore } from 'react'
import type { ConsentState } from '../track/consent.ts'
import type { Pixel, PixelEvent, PixelValues } from '../track/pixel.ts'
import type { Tracker } from '../track/tracker.ts'
import { CURRENCY, PLANS, type Plan } from './business.ts'

export type Tracking = { tracker: Tracker; pixel: Pixel }

/** null while the page is prerendered. */
export const TrackingContext = createContext<Tracking | null>(null)
export const useTracking = (): Tracking | null => use(TrackingContext)

/** The subscribe function of useSyncExternalStore for a value that never changes. */
export const never = () => () => undefined

/** undefined while the page is prerendered. */
export const useConsent = (): ConsentState | undefined => {
  const consent = useTracking()?.tracker.consent
  return useSyncExternalStore(
    consent?.subscribe ?? never,
    () => consent?.state(),
    () => undefined,
  )
}

/** Records a visitor's actions as conversion events and pixel events. */
export const useActions = () => {
  const tracking = useTracking()
  return useMemo(() => openActions(tracking), [tracking])
}

const openActions = (tracking: Tracking | null) => {
  const report = (event: PixelEvent, values: PixelValues) =>
    tracking?.pixel.track(event, values, tracking.tracker.firstTouch())
  const reportPlan = (event: PixelEvent, { id, name, price }: Plan) =>
    report(event, { content_name: name, content_ids: id, value: price, currency: CURRENCY })
  return {
    clicked: (buttonType: string) => tracking?.tracker.conversion('button_click', { buttonType }),
    chatted: (buttonType: string) => {
      tracking?.tracker.conversion('whatsapp_click', { buttonType })
      report('Contact', { content_name: buttonType })
    },
    paid: (plan: Plan) => {
      tracking?.tracker.conversion('stripe_intent', {
        buttonType: 'payment_link',
        planType: plan.id,
        planName: plan.name,
        price: plan.price,
      })
      if (tracking) rememberPlan(tracking.tracker, plan.id)
      reportPlan('InitiateCheckout', plan)
    },
    /** The form's request has the same `eventId`, so the conversions of server and browser count as one. */
    submitted: (formType: string, source: string, eventId: string) => {
      tracking?.tracker.conversion('form_submission', { formType, source }, eventId)
      report('Lead', { content_name: formType })
    },
    /** Call this after the onboarding form. Reports a purchase if the visitor has started a payment. */
    purchased: () => {
      const plan = PLANS.find(({ id }) => id === tracking?.tracker.saved(PLAN))
      if (plan) reportPlan('Purchase', plan)
    },
  }
}

const PLAN = 'stripe_plan_type'

/** Saves the plan for the onboarding page, because the payment page opens in a new tab. */
export const rememberPlan = (tracker: Pick<Tracker, 'save' | 'sessionId'>, planType: string): void => {
  tracker.save('stripe_session_id', () => tracker.sessionId() ?? '')
  tracker.save(PLAN, () => planType)
}
