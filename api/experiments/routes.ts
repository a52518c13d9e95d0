/** Runs of experiments: start one, see those there were, and plan the next. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { z } from 'zod'
import {
  type PlanAnswer,
  planAnswer,
  planQuery,
  type Run,
  run,
  runRequest,
} from '../contract/experiments/results.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { announceChange } from '../live/live.ts'
import { runsOf, type StoredRun, startRun } from './runs.ts'
import { daysFor, samplePlan } from './statistics/plan.ts'
import { DEFAULT_PLAN, type RunPlan } from './statistics/run.ts'
import { enoughData, rate } from './statistics/sequence.ts'
import { COMPARED, type ComparedExperiment, type Reading, readAndLatch, weightsOf } from './verdicts.ts'

const params = z.object({ testName: z.string().max(255) })

export const experimentRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps

  app.post(
    '/api/admin/experiments/:testName/runs',
    { config: FOR_STAFF, schema: { params, body: runRequest, response: { 201: run } } },
    async (request, reply) => {
      const test = declared(request.params.testName)
      const { baselineRate, primaryConversionTypes, split = weightsOf(test), ...terms } = request.body
      // Also when the rate is given: reading keeps the decision of the run that ends here.
      const reading = await readAndLatch(deps, test)
      const baseline = baselineRate ?? measuredRate(test, reading)
      const plan = planOf({ split, ...terms }, baseline)
      const started = await startRun(sql, {
        testName: test.testName,
        startedAt: now(),
        plan,
        baselineRate: baseline,
        primaryConversionTypes,
      })
      await announceChange(sql, ['ab-testing-stats'])
      return reply.status(201).send(answered(started))
    },
  )

  app.get(
    '/api/admin/experiments/:testName/runs',
    { config: FOR_STAFF, schema: { params, response: { 200: z.array(run) } } },
    async request => {
      const { testName } = declared(request.params.testName)
      return (await runsOf(sql, testName)).map(answered)
    },
  )

  app.get(
    '/api/admin/experiments/:testName/plan',
    { config: FOR_STAFF, schema: { params, querystring: planQuery, response: { 200: planAnswer } } },
    async (request): Promise<PlanAnswer> => {
      const test = declared(request.params.testName)
      const reading = await readAndLatch(deps, test)
      const { baselineRate, ...terms } = request.query
      const baseline = baselineRate ?? measuredRate(test, reading)
      const { dailyVisitors } = reading.participants.run
      const split = weightsOf(test)
      const visitors = baseline === null ? null : planOf({ split, ...terms }, baseline).plannedVisitors
      return {
        baselineRate: baseline,
        ...terms,
        dailyVisitors,
        plannedVisitors: visitors,
        days: visitors === null ? null : daysFor(visitors, dailyVisitors),
      }
    },
  )
}

export const declared = (testName: string): ComparedExperiment => {
  const test = COMPARED.find(test => test.testName === testName)
  if (test) return test
  throw new HttpError(
    404,
    `There is no experiment named "${testName}" with two variants. Declared are: ${COMPARED.map(test => test.testName).join(', ')}.`,
  )
}

const measuredRate = (test: ComparedExperiment, { participants }: Reading): number | null => {
  const control = participants.run.arms.get(test.control.name)
  return control && enoughData(control) ? rate(control) : null
}

/** The store's whole numbers end at twice that. */
const MOST_VISITORS = 1_000_000_000

/** Sized for the effect where a rate is known, else as without a plan. */
const planOf = (terms: Omit<RunPlan, 'plannedVisitors'>, baseline: number | null): RunPlan => {
  if (baseline === null) return { ...terms, plannedVisitors: DEFAULT_PLAN.plannedVisitors }
  const { minimumEffect } = terms
  const target = [baseline + minimumEffect, baseline - minimumEffect].find(rate => rate > 0 && rate < 1)
  if (target === undefined)
    throw unplannable(
      'minimumEffect',
      `A rate of ${baseline} cannot change by ${minimumEffect} and stay between 0 and 1.`,
    )
  const { plannedVisitors } = samplePlan({ ...terms, baseline, target, dailyVisitors: 0 })
  if (plannedVisitors > MOST_VISITORS)
    throw unplannable('minimumEffect', 'Finding so small an effect would take more than a billion visitors.')
  return { ...terms, plannedVisitors }
}

const unplannable = (path: string, detail: string): HttpError =>
  new HttpError(400, `${detail} Choose another smallest effect.`, [{ path, message: detail }])

const answered = ({ plan, decision, startedAt, endedAt, ...run }: StoredRun): Run => ({
  ...run,
  ...plan,
  startedAt: startedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
  decision: decision && { ...decision, at: decision.at.toISOString() },
})
