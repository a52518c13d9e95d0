import type { GOALS } from '@firsttouch/api/contract/experiments/goal'
import { capitalised } from '../words/plural.ts'
import { conversionName } from '../words/variant-names.ts'

export const goalName = (goal: (typeof GOALS)[number]): string => {
  if (goal === 'any') return 'Any conversion'
  if (goal === 'qualified_lead') return 'A lead that staff called qualified'
  return capitalised(conversionName(goal))
}
