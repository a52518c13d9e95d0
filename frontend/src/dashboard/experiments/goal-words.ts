import type { GUARDS } from '@firsttouch/api/contract/experiments/details'
import type { GOALS } from '@firsttouch/api/contract/experiments/results'
import { labelOf } from '../words/labels.ts'

const NAMES: Readonly<Record<string, string>> = {
  any: 'Any conversion',
  qualified_lead: 'A lead that staff called qualified',
  trial: 'Trial sign-up',
  onboarding: 'Onboarding form',
}

/** A goal, or another step that is watched beside it. */
export const goalName = (goal: (typeof GOALS | typeof GUARDS)[number]): string => NAMES[goal] ?? labelOf(goal)
