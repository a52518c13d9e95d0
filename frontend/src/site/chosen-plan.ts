/** The plan whose payment the visitor began. The payment page opens in another tab; the page that follows it asks for the plan. */
import type { Tracker } from '../track/tracker.ts'

const PLAN = 'stripe_plan_type'

export const rememberPlan = (tracker: Pick<Tracker, 'save' | 'sessionId'>, planType: string): void => {
  tracker.save('stripe_session_id', () => tracker.sessionId() ?? '')
  tracker.save(PLAN, () => planType)
}

/** As it was saved: it may be anything. */
export const rememberedPlan = (tracker: Pick<Tracker, 'saved'> | undefined): string | null | undefined =>
  tracker?.saved(PLAN)
