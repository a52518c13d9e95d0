import { DAY_MS, MINUTE_MS, QUARTER_HOUR_MS } from '@firsttouch/infra/platform/timing'
import type { Experiment } from '@firsttouch/ingest/experiments'
import { z } from 'zod'
import { type ExperimentHistory, experimentHistory } from '../contract/experiments/results.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import { convertedByLead, goalBits } from './goals.ts'
import { experimentNamed } from './life/changes.ts'
import { armsOf, comparedArms, readSteps, tallyOf } from './participants.ts'
import { lastMoment } from './periods.ts'
import { type Reading, readAndLatch } from './verdicts.ts'

const params = z.object({ name: z.string().max(255) })

export const experimentHistoryRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/experiments/:name/history',
    { config: FIGURES, schema: { params, response: { 200: experimentHistory } } },
    async (request): Promise<ExperimentHistory> => {
      const test = experimentNamed(request.params.name)
      const reading = await readAndLatch(deps, test)
      return { testName: test.name, points: await pointsOf(deps, test, reading) }
    },
  )
}

/** Cumulative participants by time of exposure. The last point has the counts of the verdict. */
const pointsOf = async ({ readModel, now }: Deps, { name }: Experiment, { run, participants }: Reading) => {
  const { arms, underWaySince } = participants
  if (!underWaySince) return []
  const until = lastMoment(run.periods, now())
  const { from, step, last } = partsOf(underWaySince, until)
  const counted = { goal: run.goal, conversionTypes: run.primaryConversionTypes }
  const [joined, leads] = await Promise.all([
    readSteps(readModel, name, run.periods, { from, step }),
    convertedByLead(readModel, name, counted, run.periods),
  ])
  return Array.from({ length: last + 1 }, (_, part) => {
    const end = from + (part + 1) * step
    const before = armsOf(
      tallyOf(joined.filter(({ quarterHour }) => quarterHour < end)),
      goalBits(counted),
      run.periods,
      leads.filter(({ at }) => at < end),
    )
    // If a browser's clock is ahead, an exposure may lie after `until`. The last point includes it.
    const counts = part === last ? arms : before
    return {
      at: new Date(part === last ? until : end).toISOString(),
      arms: comparedArms(counts, run),
    }
  })
}

/** Possible intervals between two points. The stored sums are per quarter-hour, so no interval is shorter. */
const STEPS_MS = [15, 30, 60, 120, 180, 360, 720, 1440].map(minutes => minutes * MINUTE_MS)
const MOST_POINTS = 60

const partsOf = (since: Date, now: Date) => {
  const from = Math.floor(since.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  const span = Math.max(1, now.getTime() - from)
  const step =
    STEPS_MS.find(step => span / step <= MOST_POINTS) ?? Math.ceil(span / MOST_POINTS / DAY_MS) * DAY_MS
  return { from, step, last: Math.ceil(span / step) - 1 }
}
