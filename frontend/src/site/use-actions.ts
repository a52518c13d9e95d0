/** Records a visitor's actions as conversion events and pixel events. */
import { useMemo } from 'react'
import type { Tracker } from '../track/tracker.ts'
import { CURRENCY, type Plan } from './business.ts'
import { type Tracking, useTracking } from './use-tracking.ts'

export const useActions = () => {
  const tracking = useTracking()
  return useMemo(() => openActions(tracking), [tracking])
}

const openActions = (tracking: Tracking | null) => {
  const report = (
    event: 'InitiateCheckout' | 'Lead' | 'Contact' | 'Purchase',
    values: Record<string, string | number>,
  ) => tracking?.pixel.track(event, values, tracking.tracker.firstTouch())
  return {
    clicked: (buttonType: string) => tracking?.tracker.conversion('button_click', { buttonType }),
    chatted: (buttonType: string) => {
      tracking?.tracker.conversion('whatsapp_click', { buttonType })
      report('Contact', { content_name: buttonType })
    },
    paid: ({ id, name, price }: Plan) => {
      tracking?.tracker.conversion('stripe_intent', {
        buttonType: 'payment_link',
        planType: id,
        planName: name,
        price,
      })
      if (tracking) rememberPlan(tracking.tracker, id)
      report('InitiateCheckout', { content_name: name, content_ids: id, value: price, currency: CURRENCY })
    },
    /** The form's request has the same `eventId`, so the conversions of server and browser count as one. */
    submitted: (formType: string, source: string, eventId: string) => {
      tracking?.tracker.conversion('form_submission', { formType, source }, eventId)
      report('Lead', { content_name: formType })
    },
    purchased: ({ id, name, price }: Plan) =>
      report('Purchase', { content_name: name, content_ids: id, value: price, currency: CURRENCY }),
  }
}

const PLAN = 'stripe_plan_type'

/** Remembers the plan of a started payment. The payment page opens in a new tab, and the onboarding page reads the plan. */
export const rememberPlan = (tracker: Pick<Tracker, 'save' | 'sessionId'>, planType: string): void => {
  tracker.save('stripe_session_id', () => tracker.sessionId() ?? '')
  tracker.save(PLAN, () => planType)
}

/** Unvalidated text from storage. */
export const rememberedPlan = (tracker: Pick<Tracker, 'saved'> | undefined): string | null | undefined =>
  tracker?.saved(PLAN)
