/** Each experiment read as it stands: its present run, its participants and the statistics; a first decision is kept. */
import { EXPERIMENTS, type Experiment, type Variant } from '@firsttouch/ingest/experiments'
import type { Verdict } from '../contract/experiments/results.ts'
import type { Deps } from '../deps.ts'
import { enqueueNews } from '../notifications/queue.ts'
import { countParticipants, type Participants } from './participants.ts'
import { latch, presentRun, type StoredRun } from './runs.ts'
import type { Decision, NamedArm, Outcome, RunSoFar } from './statistics/run.ts'
import { verdict } from './statistics/verdict.ts'

/** The method compares two variants, so experiments with more have no verdict. */
export type ComparedExperiment = { testName: string; control: Variant; treatment: Variant }

export const comparedOf = ({
  name,
  variants,
}: Pick<Experiment, 'name' | 'variants'>): ComparedExperiment | null => {
  const [control, treatment, ...others] = variants
  return control && treatment && others.length === 0 ? { testName: name, control, treatment } : null
}

export const weightsOf = ({ control, treatment }: ComparedExperiment): [number, number] => [
  control.weight,
  treatment.weight,
]

export const COMPARED: ComparedExperiment[] = EXPERIMENTS.map(comparedOf).filter(test => test !== null)

type Needs = Pick<Deps, 'sql' | 'readModel' | 'now' | 'config'>

export type Reading = { run: StoredRun; participants: Participants; verdict: Verdict }

/** Keeps the first decision when this is its moment: whatever is shown once must not change again. */
export const readAndLatch = async (deps: Needs, test: ComparedExperiment): Promise<Reading> => {
  const now = deps.now()
  const { testName } = test
  const run = await presentRun(deps.sql, { testName, split: weightsOf(test), now })
  const participants = await countParticipants(deps.readModel, {
    testName,
    since: run.startedAt,
    conversionTypes: run.primaryConversionTypes,
    now,
  })
  const input = inputOf(test, run, participants, now)
  const result = verdict(input)
  const outcome = outcomeOf(result)
  if (!outcome || run.decision) return { run, participants, verdict: result }
  const first = { outcome, at: now, control: countsOf(input.control), treatment: countsOf(input.treatment) }
  // Another reader may have been first, with other counts: then theirs hold.
  return (await keepDecision(deps, run.id, first))
    ? { run: { ...run, decision: first }, participants, verdict: result }
    : readAndLatch(deps, test)
}

/** Staff are told in the same transaction, so that it is told exactly as often as it is kept: once. */
const keepDecision = ({ sql, config }: Needs, run: string, decision: Decision): Promise<boolean> =>
  sql.begin(async tx => {
    const kept = await latch(tx, run, decision)
    if (kept) await enqueueNews(tx, config.notify, { kind: 'verdict', about: run, at: decision.at })
    return kept
  })

export const latchVerdicts = async (deps: Needs): Promise<Verdict[]> =>
  Promise.all(COMPARED.map(async test => (await readAndLatch(deps, test)).verdict))

const countsOf = ({ visitors, converters }: NamedArm) => ({ visitors, converters })

const outcomeOf = ({ state }: Verdict): Outcome | null =>
  state === 'treatment' || state === 'control' || state === 'no_difference' ? state : null

const inputOf = (
  { testName, control, treatment }: ComparedExperiment,
  run: StoredRun,
  { run: counts }: Participants,
  now: Date,
): RunSoFar => {
  const arm = ({ name, label }: Variant): NamedArm => ({
    ...(counts.arms.get(name) ?? { visitors: 0, converters: 0 }),
    variant: name,
    label,
  })
  return {
    testName,
    now,
    startedAt: counts.firstExposure,
    underWaySince: counts.underWaySince,
    control: arm(control),
    treatment: arm(treatment),
    sawBoth: counts.sawBoth,
    plan: run.plan,
    dailyVisitors: counts.dailyVisitors,
    decision: run.decision,
  }
}
