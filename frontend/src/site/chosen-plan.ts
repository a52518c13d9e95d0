/** Remembers the plan of a started payment. The payment page opens in a new tab, and the onboarding page reads the plan. */
import type { Tracker } from '../track/tracker.ts'

const PLAN = 'stripe_plan_type'

export const rememberPlan = (tracker: Pick<Tracker, 'save' | 'sessionId'>, planType: string): void => {
  tracker.save('stripe_session_id', () => tracker.sessionId() ?? '')
  tracker.save(PLAN, () => planType)
}

/** Unvalidated text from storage. */
export const rememberedPlan = (tracker: Pick<Tracker, 'saved'> | undefined): string | null | undefined =>
  tracker?.saved(PLAN)
