/** A run of an experiment: its plan, and what is known of it so far. */
import type { Arm, Tuning } from './sequence.ts'

export type Outcome = 'treatment' | 'control' | 'no_difference'
export type State = 'collecting' | 'split_broken' | 'undecided' | Outcome

/** Frozen when a run starts. `minimumEffect` is a difference of rates (0.01 = one conversion more per 100 visitors). */
export type RunPlan = {
  /** Weights of two to five arms, in any unit; the control comes first. */
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

/** `winner`: null where there is no difference worth having. */
export type Decision = {
  outcome: Outcome
  winner: string | null
  at: Date
  arms: (Arm & { variant: string })[]
}

export type NamedArm = Arm & { variant: string; label: string }

/** The planned size that screens show, and the effect that it finds. */
export type Target = { visitors: number; effect: number }

export type RunSoFar = {
  testName: string
  now: Date
  startedAt: Date | null
  /** By when one visitor in a hundred had come; the two weeks count from here, as a single browser's clock may be weeks wrong. */
  underWaySince: Date | null
  /** The control comes first. */
  arms: readonly NamedArm[]
  sawBoth: number
  plan: RunPlan
  /** null while an unplanned run has no size yet. */
  target: Target | null
  dailyVisitors: number
  decision: Decision | null
}

export const targetOf = ({ plannedVisitors, minimumEffect }: RunPlan): Target => ({
  visitors: plannedVisitors,
  effect: minimumEffect,
})

/** The effect that the run is to find. */
export const effectOf = ({ target, plan }: RunSoFar): number => target?.effect ?? plan.minimumEffect

/** Shares of the arms that add up to 1. The last is what the others leave. */
export const sharesOf = (split: readonly number[]): number[] => {
  const total = split.reduce((sum, weight) => sum + weight, 0)
  const shares = split.map(weight => weight / total)
  const others = shares.slice(0, -1).reduce((sum, share) => sum + share, 0)
  return [...shares.slice(0, -1), 1 - others]
}

/**
 * How two of the arms are compared. Each pair gets an equal part of the error (Bonferroni): whichever arm is truly best,
 * a false winner must falsely beat it in one of its k − 1 pairs, so any false winner comes in at most α of runs. That only
 * the pairs with the best arm count is the argument of J. C. Hsu, "Constrained simultaneous confidence intervals for
 * multiple comparisons with the best" (Annals of Statistics, 1984). N* is the pair's part of the plan.
 */
export const pairTuning = (
  { split, alpha, plannedVisitors }: RunPlan,
  one: number,
  other: number,
): Tuning => {
  const total = split.reduce((sum, weight) => sum + weight, 0)
  const part = ((split[one] ?? 0) + (split[other] ?? 0)) / total
  return { alpha: alpha / (split.length - 1), plannedVisitors: plannedVisitors * part }
}

const DAY_MS = 86_400_000

export const wholeDays = (from: Date | null, to: Date): number =>
  from ? Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS)) : 0
