import type { ExperimentDetails } from '@firsttouch/api/contract/experiments/details'
import type { GOALS } from '@firsttouch/api/contract/experiments/results'
import { labelOf } from '../words/labels.ts'

const NAMES: Readonly<Record<string, string>> = {
  any: 'Any conversion',
  qualified_lead: 'A lead that staff called qualified',
  trial: 'Trial sign-up',
  onboarding: 'Onboarding form',
  stayed: 'Stayed on the site',
  fast_pages: 'Fast page (LCP)',
}

/** A goal, or another step that is watched beside it. */
export const goalName = (
  goal: (typeof GOALS)[number] | ExperimentDetails['guards'][number]['what'],
): string => NAMES[goal] ?? labelOf(goal)
