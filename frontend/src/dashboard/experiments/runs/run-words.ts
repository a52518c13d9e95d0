/** What came of a run, for the list of runs. */
import type { Run } from '@firsttouch/api/contract/experiments/results'
import { count, percent } from '../../words/format.ts'
import { variantLabel } from '../../words/variant-names.ts'
import { amount, dayOf, everyVisitors, unitFor } from '../difference-words.ts'
import { goalName } from '../goal-words.ts'

const LIST = new Intl.ListFormat('en-GB', { type: 'unit' })

export const outcomeOf = ({ testName, decision, endedAt, variants }: Run, isPaused = false): string => {
  if (!decision)
    return endedAt ? 'Ended without a result.' : `${isPaused ? 'Paused' : 'Running'}, no result yet.`
  const label = (variant = '') => variantLabel(testName, variant)
  const rates = LIST.format(decision.arms.map(arm => `${rate(arm)} with ${label(arm.variant)}`))
  const found =
    decision.outcome === 'no_difference'
      ? 'No difference worth having'
      : `${label(decision.outcome === 'control' ? variants[0] : (decision.winner ?? undefined))} converts better`
  return `${found}: ${rates}. Decided on ${dayOf(decision.at)}.`
}

const rate = ({ visitors, converters }: { visitors: number; converters: number }): string =>
  percent(visitors === 0 ? null : (converters / visitors) * 100, 2)

export const spanOf = ({ startedAt, endedAt }: Run): string =>
  `${startedAt ? `From ${dayOf(startedAt)}` : 'From the first visitor'} to ${endedAt ? dayOf(endedAt) : 'now'}`

/** Shares and goal where they are not the usual ones; a size only where somebody planned one. */
export const planOf = (run: Run): string => {
  const { targetVisitors, minimumEffect, split, goal } = run
  const unit = unitFor(minimumEffect)
  const size =
    targetVisitors === null
      ? 'Without a planned size'
      : `${count(targetVisitors)} visitors, to find ${amount(minimumEffect, unit)} more in ${everyVisitors(unit)}`
  const isEven = split.every(share => Math.abs(share - (split[0] ?? 0)) < 0.02)
  const whole = split.reduce((sum, share) => sum + share, 0)
  return [
    size,
    ...(isEven ? [] : [`shared out ${split.map(share => percentOf(share / whole)).join(' / ')}`]),
    ...(goal === 'any' ? [] : [`goal: ${goalName(goal)}`]),
  ].join('; ')
}

const percentOf = (fraction: number): string =>
  `${(fraction * 100).toLocaleString('en-GB', { maximumFractionDigits: 1 })}%`
