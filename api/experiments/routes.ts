/** Runs of experiments: start one, see those there were, and plan the next. */
import { z } from 'zod'
import { type PlanAnswer, planAnswer, planQuery, run, runRequest } from '../contract/experiments/results.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { announceChange } from '../live/live.ts'
import { declared } from './compared.ts'
import { planFor, plannedRun } from './planning.ts'
import { answered } from './run-rows.ts'
import { runsOf, startRun } from './runs.ts'
import { daysFor } from './statistics/plan.ts'
import { readAndLatch } from './verdicts.ts'

const params = z.object({ testName: z.string().max(255) })

export const experimentRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps

  app.post(
    '/api/admin/experiments/:testName/runs',
    { config: FOR_STAFF, schema: { params, body: runRequest, response: { 201: run } } },
    async (request, reply) => {
      const test = declared(request.params.testName)
      // Reading keeps the decision of the run that ends here.
      await readAndLatch(deps, test)
      const planned = await plannedRun(deps, test, request.body)
      const started = await startRun(sql, { ...planned, startedAt: now() })
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
      const { plan, baselineRate, dailyVisitors } = await planFor(
        deps,
        declared(request.params.testName),
        request.query,
      )
      const visitors = baselineRate === null ? null : plan.plannedVisitors
      return {
        baselineRate,
        minimumEffect: plan.minimumEffect,
        power: plan.power,
        alpha: plan.alpha,
        dailyVisitors,
        plannedVisitors: visitors,
        days: visitors === null ? null : daysFor(visitors, dailyVisitors),
      }
    },
  )
}
