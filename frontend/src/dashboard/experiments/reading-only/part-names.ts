/** How the rows of these tables are named. */
import type { GUARDS } from '@firsttouch/api/contract/experiments/details'
import { labelOf } from '../../words/labels.ts'
import { goalName } from '../goal-words.ts'

export const guardName = (what: (typeof GUARDS)[number]): string => {
  if (what === 'trial') return 'Trial sign-up'
  if (what === 'onboarding') return 'Onboarding form'
  return goalName(what)
}

export const sourceName = ({ source, campaign }: { source: string; campaign: string }): string =>
  [source ? labelOf(source) : 'Direct, or not known', campaign && `campaign ${campaign}`]
    .filter(Boolean)
    .join(', ')
