/** What came of a run, for the list of runs. */
import type { Run } from '@firsttouch/api/contract/experiments/results'
import { percent } from '../../words/format.ts'
import { dayOf } from '../difference-words.ts'

type Labels = { control: string; treatment: string }
type Counts = { visitors: number; converters: number }

export const outcomeOf = ({ decision, endedAt }: Run, { control, treatment }: Labels): string => {
  if (!decision) return endedAt ? 'Ended without a result.' : 'Running, no result yet.'
  const rates = `${rate(decision.control)} with ${control}, ${rate(decision.treatment)} with ${treatment}`
  const found = {
    treatment: `${treatment} converts better`,
    control: `${control} converts better`,
    no_difference: 'No difference worth having',
  }[decision.outcome]
  return `${found}: ${rates}. Decided on ${dayOf(decision.at)}.`
}

const rate = ({ visitors, converters }: Counts): string =>
  percent(visitors === 0 ? null : (converters / visitors) * 100, 2)

export const spanOf = ({ startedAt, endedAt }: Run): string =>
  `${startedAt ? `From ${dayOf(startedAt)}` : 'From the first visitor'} to ${endedAt ? dayOf(endedAt) : 'now'}`
