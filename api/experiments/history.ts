/** `GET /api/admin/experiments/{testName}/history`: the present run of an experiment by the time its visitors came. */
import { DAY_MS, MINUTE_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import { z } from 'zod'
import {
  type ExperimentHistory,
  experimentHistory,
  type HistoryPoint,
} from '../contract/experiments/results.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { bitsOfTypes } from './participants.ts'
import { declared } from './routes.ts'
import { type Arm, confidenceSequence, enoughData, type Tuning } from './statistics/sequence.ts'
import { type ComparedExperiment, type Reading, readAndLatch } from './verdicts.ts'

const params = z.object({ testName: z.string().max(255) })

export const experimentHistoryRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/experiments/:testName/history',
    { config: FOR_STAFF, schema: { params, response: { 200: experimentHistory } } },
    async (request): Promise<ExperimentHistory> => {
      const test = declared(request.params.testName)
      const reading = await readAndLatch(deps, test)
      return { testName: test.testName, points: await pointsOf(deps, test, reading) }
    },
  )
}

type Arms = Pick<HistoryPoint, 'control' | 'treatment'>

const pointsOf = async (deps: Deps, test: ComparedExperiment, reading: Reading): Promise<HistoryPoint[]> => {
  const { arms, underWaySince } = reading.participants.run
  if (!underWaySince) return []
  const now = deps.now()
  const { from, step, last } = partsOf(underWaySince, now)
  const joined = await deps.readModel.rows<Joined>(JOINED, {
    test: test.testName,
    from: from / 1000,
    step: step / 1000,
    last,
    types: bitsOfTypes(reading.run.primaryConversionTypes),
  })
  const empty: Arm = { visitors: 0, converters: 0 }
  const total = {
    control: arms.get(test.control.name) ?? empty,
    treatment: arms.get(test.treatment.name) ?? empty,
  }
  return countedBack(total, last, part => ({
    control: joinedIn(joined, part, test.control.name),
    treatment: joinedIn(joined, part, test.treatment.name),
  })).map((counts, part) => ({
    at: new Date(part === last ? now : from + (part + 1) * step).toISOString(),
    ...counts,
    ...measured(counts, reading.run.plan),
  }))
}

/** The roll-up knows quarters of an hour; every step is a whole number of them. */
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
const countedBack = (total: Arms, last: number, joinedIn: (part: number) => Arms): Arms[] => {
  const points = [total]
  for (let part = last; part > 0; part -= 1) {
    const [after = total] = points
    const joined = joinedIn(part)
    points.unshift({
      control: without(after.control, joined.control),
      treatment: without(after.treatment, joined.treatment),
    })
  }
  return points
}

/** Never below zero: a visitor may have come between the two readings. */
const without = (arm: Arm, joined: Arm): Arm => {
  const visitors = Math.max(0, arm.visitors - joined.visitors)
  return { visitors, converters: Math.min(visitors, Math.max(0, arm.converters - joined.converters)) }
}

const measured = ({ control, treatment }: Arms, tuning: Tuning) => {
  const sequence = enoughData(control, treatment) ? confidenceSequence(control, treatment, tuning) : null
  if (!sequence) return { difference: null, interval: null }
  const [low, high] = sequence.interval
  const interval: [number, number] = [Math.max(-1, low), Math.min(1, high)]
  return { difference: sequence.difference, interval }
}

type Joined = { part: number; variant: string; visitors: number; converters: number }

const joinedIn = (joined: Joined[], part: number, variant: string): Arm =>
  joined.find(row => row.part === part && row.variant === variant) ?? { visitors: 0, converters: 0 }

// A browser's clock may be ahead: later times belong to the last part.
const JOINED = `
  SELECT toUInt32(least(intDiv(toUnixTimestamp(at) - {from:UInt32}, {step:UInt32}), {last:UInt32})) AS part, variant,
    sum(n) AS visitors, sumIf(n, bitAnd(converted, {types:UInt8}) != 0) AS converters
  FROM {db:Identifier}.participant_15m FINAL
  WHERE test_name = {test:String} AND saw_both = 0 AND at >= toDateTime({from:UInt32}, 'UTC')
  GROUP BY part, variant`
