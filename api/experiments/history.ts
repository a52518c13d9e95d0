/** `GET /api/admin/experiments/{testName}/history`: the present run of an experiment by the time its visitors came. */
import { DAY_MS, MINUTE_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { Experiment } from '@firsttouch/ingest/experiments'
import { z } from 'zod'
import {
  type ExperimentHistory,
  experimentHistory,
  type HistoryPoint,
} from '../contract/experiments/results.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { bitsOf, convertedByLead } from './goals.ts'
import { experimentNamed } from './life/changes.ts'
import { armsOf, readSteps, tallyOf } from './participants.ts'
import { lastMoment } from './periods.ts'
import type { StoredRun } from './run-rows.ts'
import { differencesOf } from './statistics/comparison.ts'
import type { Arm } from './statistics/sequence.ts'
import { type Reading, readAndLatch } from './verdicts.ts'

const params = z.object({ testName: z.string().max(255) })

export const experimentHistoryRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/experiments/:testName/history',
    { config: FOR_STAFF, schema: { params, response: { 200: experimentHistory } } },
    async (request): Promise<ExperimentHistory> => {
      const test = experimentNamed(request.params.testName)
      const reading = await readAndLatch(deps, test)
      return { testName: test.name, points: await pointsOf(deps, test, reading) }
    },
  )
}

const pointsOf = async (deps: Deps, test: Experiment, reading: Reading): Promise<HistoryPoint[]> => {
  const { run, participants, verdict } = reading
  const { arms, underWaySince } = participants
  if (!underWaySince) return []
  const until = lastMoment(run.periods, deps.now())
  const parts = partsOf(underWaySince, until)
  const joinedIn = await readJoined(deps, test, reading, parts)
  const leading = run.variants.indexOf(verdict.leading)
  const total = run.variants.map(variant => arms.get(variant) ?? NOBODY)
  return countedBack(total, parts.last, joinedIn).map((counts, part) => {
    const measured = measuredOf(counts, run)
    const { difference = null, interval = null } = measured[leading] ?? {}
    return {
      at: new Date(part === parts.last ? until : parts.from + (part + 1) * parts.step).toISOString(),
      arms: measured,
      control: countsOf(counts[0]),
      treatment: countsOf(counts[leading]),
      difference,
      interval,
    }
  })
}

/** The roll-up knows quarter-hours; every step is a whole number of them. */
const STEPS_MS = [15, 30, 60, 120, 180, 360, 720, 1440].map(minutes => minutes * MINUTE_MS)
const MOST_POINTS = 60

const partsOf = (since: Date, now: Date) => {
  const from = Math.floor(since.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  const span = Math.max(1, now.getTime() - from)
  const step =
    STEPS_MS.find(step => span / step <= MOST_POINTS) ?? Math.ceil(span / MOST_POINTS / DAY_MS) * DAY_MS
  return { from, step, last: Math.ceil(span / step) - 1 }
}

/** From the run's total backwards, so that the last point is the verdict's own; whoever came before the first part is in it. */
const countedBack = (total: Arm[], last: number, joinedIn: (part: number) => Arm[]): Arm[][] => {
  const points = [total]
  for (let part = last; part > 0; part -= 1) {
    const [after = total] = points
    const joined = joinedIn(part)
    points.unshift(after.map((arm, at) => without(arm, joined[at] ?? NOBODY)))
  }
  return points
}

const NOBODY: Arm = { visitors: 0, converters: 0 }
const countsOf = ({ visitors, converters }: Arm = NOBODY): Arm => ({ visitors, converters })

/** Never below zero: a visitor may have come between the two readings. */
const without = (arm: Arm, joined: Arm): Arm => {
  const visitors = Math.max(0, arm.visitors - joined.visitors)
  return { visitors, converters: Math.min(visitors, Math.max(0, arm.converters - joined.converters)) }
}

const measuredOf = (arms: Arm[], { plan, variants }: StoredRun) =>
  differencesOf(arms, plan).map((compared, at) => ({
    ...countsOf(arms[at]),
    variant: variants[at] ?? '',
    difference: compared?.difference ?? null,
    interval: compared?.interval ?? null,
  }))

/** Who joined in each part, in the order of the variants: the participants of the verdict. */
const readJoined = async (
  { readModel }: Deps,
  { name }: Experiment,
  { run }: Reading,
  { from, step, last }: ReturnType<typeof partsOf>,
): Promise<(part: number) => Arm[]> => {
  const counted = { goal: run.goal, conversionTypes: run.primaryConversionTypes }
  const [joined, byLead] = await Promise.all([
    readSteps(readModel, name, run.periods, { from, step }),
    convertedByLead(readModel, name, counted, run.periods),
  ])
  // A browser's clock may be ahead: later times belong to the last part.
  // Who came before the first part is of part 0 or below, for which nobody asks.
  const isOf = (part: number) => (at: number) => Math.min(Math.floor((at - from) / step), last) === part
  return part => {
    const tally = tallyOf(joined.filter(({ quarterHour }) => isOf(part)(quarterHour)))
    const leads = byLead.filter(({ at }) => isOf(part)(at))
    const arms = armsOf(tally, bitsOf(counted), run.periods, leads)
    return run.variants.map(variant => arms.get(variant) ?? NOBODY)
  }
}
