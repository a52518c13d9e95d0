/** A run of an experiment: its plan, and what is known of it so far. */
import type { Arm } from './sequence.ts'

export type Outcome = 'treatment' | 'control' | 'no_difference'
export type State = 'collecting' | 'split_broken' | 'undecided' | Outcome

/** Frozen when a run starts. `minimumEffect` is a difference of rates (0.01 = one conversion more per 100 visitors). */
export type RunPlan = {
  split: [control: number, treatment: number]
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

export type Decision = { outcome: Outcome; at: Date; control: Arm; treatment: Arm }

export type NamedArm = Arm & { variant: string; label: string }

export type RunSoFar = {
  testName: string
  now: Date
  startedAt: Date | null
  /** By when one visitor in a hundred had come; the two weeks count from here, as a single browser's clock may be weeks wrong. */
  underWaySince: Date | null
  control: NamedArm
  treatment: NamedArm
  sawBoth: number
  plan: RunPlan
  dailyVisitors: number
  decision: Decision | null
}

const DAY_MS = 86_400_000

export const wholeDays = (from: Date | null, to: Date): number =>
  from ? Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS)) : 0
