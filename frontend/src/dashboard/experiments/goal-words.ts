import type { GOALS } from '@firsttouch/api/contract/experiments/goal'
import { labelOf } from '../words/labels.ts'

export const goalName = (goal: (typeof GOALS)[number]): string => {
  if (goal === 'any') return 'Any conversion'
  if (goal === 'qualified_lead') return 'A lead that staff called qualified'
  return labelOf(goal)
}
