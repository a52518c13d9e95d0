/** Records a visitor's actions as conversion events and pixel events. */
import { useMemo } from 'react'
import type { PixelEvent, PixelValues } from '../track/pixel.ts'
import type { Tracker } from '../track/tracker.ts'
import { CURRENCY, PLANS, type Plan } from './business.ts'
import { type Tracking, useTracking } from './use-tracking.ts'

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
    /** A visitor of the onboarding page who has started a payment counts as a buyer of that plan. */
    purchased: () => {
      const plan = PLANS.find(({ id }) => id === tracking?.tracker.saved(PLAN))
      if (plan) reportPlan('Purchase', plan)
    },
  }
}

const PLAN = 'stripe_plan_type'

/** Remembers the plan of a started payment. The payment page opens in a new tab, and the onboarding page reads the plan. */
export const rememberPlan = (tracker: Pick<Tracker, 'save' | 'sessionId'>, planType: string): void => {
  tracker.save('stripe_session_id', () => tracker.sessionId() ?? '')
  tracker.save(PLAN, () => planType)
}
