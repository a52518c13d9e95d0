/** What a verdict asks of the person who reads it, in a few words. */
import { isAhead } from '@firsttouch/api/contract/experiments/not-known'
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { capitalised } from '../../words/plural.ts'
import { variantLabel } from '../../words/variant-names.ts'

/** `wait`: leave the experiment alone. `choose`: nothing more will come by waiting. `act`: there is a result. */
type Tone = 'wait' | 'choose' | 'act' | 'alarm'
type Advice = { tone: Tone; words: string }

export const visitorsOf = ({ arms }: Pick<Verdict, 'arms'>): number =>
  arms.reduce((sum, arm) => sum + arm.visitors, 0)

export const isDecided = ({ state }: Pick<Verdict, 'state'>): boolean =>
  state === 'treatment' || state === 'control' || state === 'no_difference'

/** Whether there are figures to show: enough of both variants, and a split that can be trusted. */
export const hasReading = ({ state, interval }: Verdict): boolean =>
  interval !== null && state !== 'split_broken' && state !== 'collecting'

export const adviceOn = (verdict: Verdict): Advice => {
  const label = (variant = '') => variantLabel(verdict.testName, variant)
  switch (verdict.state) {
    case 'split_broken':
      return { tone: 'alarm', words: 'Stop and have it checked' }
    case 'treatment':
      return { tone: 'act', words: `Show everyone ${label(verdict.winner ?? '')}` }
    case 'control':
      return { tone: 'act', words: `Keep ${label(verdict.arms[0]?.variant)}` }
    case 'no_difference':
      return { tone: 'act', words: 'Keep whichever you prefer' }
    case 'collecting':
      return visitorsOf(verdict) === 0
        ? { tone: 'wait', words: 'Nothing to do yet' }
        : { tone: 'wait', words: 'Wait' }
    case 'undecided':
      return undecided(verdict)
  }
}

const undecided = (verdict: Verdict): Advice => {
  const { daysLeft } = verdict.plan
  if (isAhead(verdict) || (daysLeft !== null && daysLeft > 0)) return { tone: 'wait', words: 'Wait' }
  return daysLeft === null
    ? { tone: 'choose', words: 'Bring more visitors, or end the test' }
    : { tone: 'choose', words: 'End the test, or give it longer' }
}

/** The finding as a sentence of its own, and the rest. */
export const partsOf = (sentence: string): { finding: string; rest: string } => {
  const end = sentence.indexOf(': ')
  return end < 0
    ? { finding: sentence, rest: '' }
    : { finding: `${sentence.slice(0, end)}.`, rest: capitalised(sentence.slice(end + 2)) }
}
