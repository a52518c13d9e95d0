import { EXPERIMENTS, type Experiment } from '@firsttouch/ingest/experiments'
import { labelOf } from '../contract/experiments/declared-shares.ts'
import type { Verdict } from '../contract/experiments/results.ts'
import type { Deps } from '../deps.ts'
import { enqueueNews } from '../notifications/queue.ts'
import { readState } from './life/changes.ts'
import { countParticipants, type Participants } from './participants.ts'
import { lastMoment } from './periods.ts'
import { keepTarget, latch, presentRun, type StoredRun } from './runs.ts'
import { ownTarget } from './statistics/plan.ts'
import type { Decision, NamedArm, Outcome, RunSoFar } from './statistics/run.ts'
import { verdict } from './statistics/verdict.ts'

type Needs = Pick<Deps, 'sql' | 'readModel' | 'now' | 'config'>

export type Reading = { run: StoredRun; participants: Participants; verdict: Verdict }

/** Stores the first decision, because it must not change after staff have seen it. */
export const readAndLatch = async (deps: Needs, test: Experiment, present?: StoredRun): Promise<Reading> => {
  const now = deps.now()
  const run = present ?? (await presentRun(deps.sql, test, now))
  const { goal, periods, primaryConversionTypes: conversionTypes } = run
  const participants = await countParticipants(deps.readModel, {
    testName: test.name,
    periods,
    goal,
    conversionTypes,
    now,
  })
  const until = lastMoment(periods, now)
  const input = await withTarget(deps, run, inputOf(test, run, participants, until))
  const result = verdict(input)
  // An ended test needs no alarm: its split cannot be repaired.
  if (result.state === 'split_broken' && !run.endedAt) await keepSplitAlarm(deps, run.id, result, until)
  const outcome = outcomeOf(result)
  if (!outcome || run.decision) return { run, participants, verdict: result }
  const arms = input.arms.map(({ variant, visitors, converters }) => ({ variant, visitors, converters }))
  const first = { outcome, winner: result.winner, at: until, arms }
  // If a concurrent reader has stored its decision first, reads that decision.
  return (await keepDecision(deps, run.id, first))
    ? { run: { ...run, decision: first }, participants, verdict: result }
    : readAndLatch(deps, test)
}

/** Fixes the size of an unplanned run once its traffic is known. */
const withTarget = async ({ sql }: Needs, run: StoredRun, input: RunSoFar): Promise<RunSoFar> => {
  const target = input.target ?? ownTarget(input)
  if (input.target || !target) return input
  return { ...input, target: await keepTarget(sql, run.id, target) }
}

/** Stores the decision and the notification in one transaction, so that the notification is sent exactly once. */
const keepDecision = ({ sql, config }: Needs, run: string, decision: Decision): Promise<boolean> =>
  sql.begin(async tx => {
    const kept = await latch(tx, run, decision)
    if (kept) await enqueueNews(tx, config.notify, { kind: 'verdict', about: run, at: decision.at })
    return kept
  })

/** Stores and reports a broken split once per run. */
const keepSplitAlarm = ({ sql, config }: Needs, run: string, { arms, srm }: Verdict, at: Date) =>
  sql.begin(async tx => {
    const counts = arms.map(({ variant, visitors }, i) => ({ variant, visitors, due: srm.expected[i] ?? 0 }))
    const kept = await tx`
      UPDATE experiment_runs SET split_broken_at = ${at}, split_broken_arms = ${tx.json(counts)}
      WHERE id = ${run} AND split_broken_at IS NULL RETURNING 1`
    if (kept.length > 0) await enqueueNews(tx, config.notify, { kind: 'split_broken', about: run, at })
  })

export const latchVerdicts = async (deps: Needs): Promise<Verdict[]> => {
  const verdicts = await Promise.all(
    EXPERIMENTS.map(async test =>
      (await readState(deps.sql, test)).hasRun ? [(await readAndLatch(deps, test)).verdict] : [],
    ),
  )
  return verdicts.flat()
}

const outcomeOf = ({ state }: Verdict): Outcome | null =>
  state === 'treatment' || state === 'control' || state === 'no_difference' ? state : null

const inputOf = (test: Experiment, run: StoredRun, counts: Participants, until: Date): RunSoFar => {
  const arm = (variant: string): NamedArm => ({
    ...(counts.arms.get(variant) ?? { visitors: 0, converters: 0 }),
    variant,
    label: labelOf(test, variant),
  })
  return {
    testName: test.name,
    now: until,
    startedAt: counts.firstExposure,
    // Shifted later by the length of the pauses, because pauses do not count.
    underWaySince: counts.underWaySince && new Date(until.getTime() - counts.underWayMs),
    arms: run.variants.map(arm),
    sawBoth: counts.sawBoth,
    plan: run.plan,
    target: run.target,
    dailyVisitors: counts.dailyVisitors,
    decision: run.decision,
  }
}
