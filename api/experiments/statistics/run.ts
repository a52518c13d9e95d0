import type { Arm } from './sequence.ts'

export type Outcome = 'treatment' | 'control' | 'no_difference'
export type State = 'collecting' | 'split_broken' | 'undecided' | Outcome

/** Frozen at the start of a run. `minimumEffect` 0.01 means one more conversion per 100 visitors. */
export type RunPlan = {
  /** Weights of two to five variants, in any unit. The control comes first. */
  split: readonly number[]
  alpha: number
  power: number
  minimumEffect: number
  plannedVisitors: number
}

export const DEFAULT_PLAN: RunPlan = {
  split: [50, 50],
  alpha: 0.05,
  power: 0.8,
  minimumEffect: 0.01,
  plannedVisitors: 5000,
}

/** `winner` is null for the outcome `no_difference`. */
export type Decision = {
  outcome: Outcome
  winner: string | null
  at: Date
  arms: (Arm & { variant: string })[]
}

export type NamedArm = Arm & { variant: string; label: string }

/** Sample size that screens show, and the effect that it can detect. */
export type Target = { visitors: number; effect: number }

export type RunSoFar = {
  testName: string
  now: Date
  startedAt: Date | null
  /**
   * Time by which each variant had 1 % of its visitors. The minimum duration starts here and not at the first visitor,
   * because a single visitor's clock may be wrong.
   */
  underWaySince: Date | null
  arms: readonly NamedArm[]
  sawBoth: number
  plan: RunPlan
  /** null until an unplanned run has a size. */
  target: Target | null
  dailyVisitors: number
  decision: Decision | null
}

export const targetOf = ({ plannedVisitors, minimumEffect }: RunPlan): Target => ({
  visitors: plannedVisitors,
  effect: minimumEffect,
})

export const effectOf = ({ target, plan }: RunSoFar): number => target?.effect ?? plan.minimumEffect

/** The last fraction is the remainder, so that the sum is exactly 1. */
export const sharesOf = (split: readonly number[]): number[] => {
  const total = split.reduce((sum, weight) => sum + weight, 0)
  const shares = split.map(weight => weight / total)
  const others = shares.slice(0, -1).reduce((sum, share) => sum + share, 0)
  return [...shares.slice(0, -1), 1 - others]
}

/**
 * Tuning for two of k variants. A false winner must beat the best variant, which is in k − 1 pairs. So each pair is
 * tested at alpha ÷ (k − 1) (Bonferroni). Pairs without the best variant do not matter (J. C. Hsu, "Constrained
 * simultaneous confidence intervals for multiple comparisons with the best", Annals of Statistics, 1984).
 * `plannedVisitors` is the pair's part of the plan's N*.
 */
export const pairTuning = ({ split, alpha, plannedVisitors }: RunPlan, one: number, other: number) => {
  const total = split.reduce((sum, weight) => sum + weight, 0)
  const part = ((split[one] ?? 0) + (split[other] ?? 0)) / total
  return { alpha: alpha / (split.length - 1), plannedVisitors: plannedVisitors * part }
}

const DAY_MS = 86_400_000

export const wholeDays = (from: Date | null, to: Date): number =>
  from ? Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS)) : 0
