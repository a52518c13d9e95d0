/** The verdict on each split test: its present run, its people, and the statistics joined; first crossings are kept. */
import { EXPERIMENTS, type Experiment, type Variant } from '@firsttouch/ingest/experiments'
import type { Verdict } from '../contract/experiments.ts'
import type { Deps } from '../deps.ts'
import { countPeople, type People } from './participants.ts'
import { latch, presentRun, type StoredRun } from './runs.ts'
import type { NamedArm, Outcome, RunSoFar } from './statistics/run.ts'
import { verdict } from './statistics/verdict.ts'

/** A test with exactly two variants; the method compares two. */
export type SplitTest = { testName: string; control: Variant; treatment: Variant }

export const splitTestOf = ({ name, variants }: Experiment): SplitTest | null => {
  const [control, treatment, ...others] = variants
  return control && treatment && others.length === 0 ? { testName: name, control, treatment } : null
}

/** As the site divides its visitors. */
export const weightsOf = ({ control, treatment }: SplitTest): [number, number] => [
  control.weight,
  treatment.weight,
]

export const SPLIT_TESTS: SplitTest[] = EXPERIMENTS.map(splitTestOf).filter(test => test !== null)

type Needs = Pick<Deps, 'sql' | 'readModel' | 'now'>

export type Reading = { run: StoredRun; people: People; verdict: Verdict }

/** Reads a test as it stands, and keeps its first crossing when this is the moment of it. */
export const readTest = async (deps: Needs, test: SplitTest): Promise<Reading> => {
  const now = deps.now()
  const { testName } = test
  const run = await presentRun(deps.sql, { testName, split: weightsOf(test), now })
  const people = await countPeople(deps.readModel, {
    testName,
    since: run.startedAt,
    conversionTypes: run.primaryConversionTypes,
    now,
  })
  const input = inputOf(test, run, people, now)
  const result = verdict(input)
  const outcome = outcomeOf(result)
  if (!outcome || run.decision) return { run, people, verdict: result }
  const first = { outcome, at: now, control: countsOf(input.control), treatment: countsOf(input.treatment) }
  // Another reader may have been first, with other counts: then theirs hold.
  return (await latch(deps.sql, run.id, first))
    ? { run: { ...run, decision: first }, people, verdict: result }
    : readTest(deps, test)
}

export const readVerdicts = async (deps: Needs): Promise<Verdict[]> =>
  Promise.all(SPLIT_TESTS.map(async test => (await readTest(deps, test)).verdict))

const countsOf = ({ visitors, converters }: NamedArm) => ({ visitors, converters })

const outcomeOf = ({ state }: Verdict): Outcome | null =>
  state === 'treatment' || state === 'control' || state === 'no_difference' ? state : null

const inputOf = (
  { testName, control, treatment }: SplitTest,
  run: StoredRun,
  { run: crowd }: People,
  now: Date,
): RunSoFar => {
  const arm = ({ name, label }: Variant): NamedArm => ({
    ...(crowd.arms.get(name) ?? { visitors: 0, converters: 0 }),
    variant: name,
    label,
  })
  return {
    testName,
    now,
    startedAt: crowd.firstExposure,
    underWaySince: crowd.underWaySince,
    control: arm(control),
    treatment: arm(treatment),
    sawBoth: crowd.sawBoth,
    plan: run.plan,
    dailyVisitors: crowd.dailyVisitors,
    decision: run.decision,
  }
}
