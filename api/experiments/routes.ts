/** Runs of experiments: start one, see those there were, and plan the next. */
import { z } from 'zod'
import { sessionOf } from '../auth/guard.ts'
import { type PlanAnswer, planAnswer, planQuery, run, runRequest } from '../contract/experiments/results.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { experimentNamed } from './life/changes.ts'
import { type Planned, planFor } from './planning.ts'
import { answered } from './run-rows.ts'
import { runsOf } from './runs.ts'
import { start } from './start.ts'
import { daysFor } from './statistics/plan.ts'

const params = z.object({ testName: z.string().max(255) })

export const experimentRoutes = (app: Api, deps: Deps): void => {
  const { sql } = deps

  app.post(
    '/api/admin/experiments/:testName/runs',
    { config: FOR_STAFF, schema: { params, body: runRequest, response: { 201: run } } },
    async (request, reply) => {
      const experiment = experimentNamed(request.params.testName)
      const asked = { reason: 'A new run was planned.', by: sessionOf(request).username }
      await start(deps, experiment, asked, request.body)
      const [started] = await runsOf(sql, experiment.name)
      if (!started) throw new Error(`The new run of ${experiment.name} vanished`)
      return reply.status(201).send(answered(started))
    },
  )

  app.get(
    '/api/admin/experiments/:testName/runs',
    { config: FOR_STAFF, schema: { params, response: { 200: z.array(run) } } },
    async request => {
      const { name } = experimentNamed(request.params.testName)
      return (await runsOf(sql, name)).map(answered)
    },
  )

  app.get(
    '/api/admin/experiments/:testName/plan',
    { config: FOR_STAFF, schema: { params, querystring: planQuery, response: { 200: planAnswer } } },
    async (request): Promise<PlanAnswer> => {
      return planAnswered(await planFor(deps, experimentNamed(request.params.testName), request.query))
    },
  )
}

const planAnswered = ({ plan, baselineRate, dailyVisitors }: Planned): PlanAnswer => {
  const { minimumEffect, power, alpha } = plan
  const plannedVisitors = baselineRate === null ? null : plan.plannedVisitors
  const days = plannedVisitors === null ? null : daysFor(plannedVisitors, dailyVisitors)
  return { baselineRate, minimumEffect, power, alpha, dailyVisitors, plannedVisitors, days }
}
