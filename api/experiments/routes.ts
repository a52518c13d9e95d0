import { HttpError } from '@firsttouch/infra/platform/http/http'
import { EXPERIMENTS, type Experiment } from '@firsttouch/ingest/experiments'
import { z } from 'zod'
import { sessionOf } from '../auth/guard.ts'
import { hideFromViewers } from '../auth/roles.ts'
import { controlOf, sharesOf } from '../contract/experiments/declared-shares.ts'
import {
  endRequest,
  experiment,
  experimentChanges,
  experimentList,
  servedShares as servedSharesAnswer,
  startRequest,
  stepRequest,
} from '../contract/experiments/life.ts'
import { type PlanAnswer, planAnswer, planQuery, run, runRequest } from '../contract/experiments/results.ts'
import { type Api, type Deps, FIGURES, FOR_ALL, FOR_STAFF } from '../deps.ts'
import { changeInWords, notKnown } from './description.ts'
import { experimentResult, readingOf } from './experiment-result.ts'
import { changesOf, type ExperimentState, experimentNamed, issuesOf, readState } from './life/changes.ts'
import { servedShares } from './life/served.ts'
import { type PlanTerms, planFor, plannedRun } from './planning.ts'
import { answered, runsOf } from './runs.ts'
import { daysFor } from './statistics/plan.ts'
import { about } from './statistics/words.ts'
import { type Asked, stateAsked, takeStep } from './take-step.ts'
import { readAndLatch } from './verdicts.ts'

const params = z.object({ name: z.string().max(255) })

const CACHED_SECONDS = 5

export const experimentRoutes = (app: Api, deps: Deps): void => {
  const { sql } = deps
  app.get(
    '/api/admin/experiments',
    { config: FIGURES, schema: { response: { 200: experimentList } } },
    async () => ({
      experiments: await Promise.all(EXPERIMENTS.map(declared => experimentResult(deps, declared))),
    }),
  )
  app.get(
    '/api/admin/experiments/:name/changes',
    { config: FIGURES, schema: { params, response: { 200: experimentChanges } } },
    async request => {
      const declared = experimentNamed(request.params.name)
      const { name } = declared
      const changes = (await changesOf(sql, name)).map(({ run: _, notKnown, at, ...change }) => ({
        ...change,
        words: changeInWords(declared, change),
        unknown: notKnown,
        at: at.toISOString(),
      }))
      return hideFromViewers(sessionOf(request), { name, changes }, ['by', 'reason'])
    },
  )
  app.get(
    '/api/experiments/shares',
    { config: FOR_ALL, schema: { response: { 200: servedSharesAnswer } } },
    async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${CACHED_SECONDS}`)
      return servedShares(sql)
    },
  )

  app.post(
    '/api/admin/experiments/:name/runs',
    { config: FOR_STAFF, schema: { params, body: runRequest, response: { 201: run } } },
    async (request, reply) => {
      const declared = experimentNamed(request.params.name)
      const asked = { reason: 'A new run was planned.', by: sessionOf(request).username }
      await start(deps, declared, asked, request.body)
      const [started] = await runsOf(deps.sql, declared.name)
      if (!started) throw new Error(`The new run of ${declared.name} is missing`)
      return reply.status(201).send(answered(started))
    },
  )

  app.get(
    '/api/admin/experiments/:name/runs',
    { config: FIGURES, schema: { params, response: { 200: z.array(run) } } },
    async request => {
      const { name } = experimentNamed(request.params.name)
      return (await runsOf(deps.sql, name)).map(answered)
    },
  )

  app.get(
    '/api/admin/experiments/:name/plan',
    { config: FIGURES, schema: { params, querystring: planQuery, response: { 200: planAnswer } } },
    async (request): Promise<PlanAnswer> => {
      const declared = experimentNamed(request.params.name)
      const { plan, baselineRate, dailyVisitors } = await planFor(deps, declared, request.query)
      const { minimumEffect, power, alpha } = plan
      const plannedVisitors = baselineRate === null ? null : plan.plannedVisitors
      const days = plannedVisitors === null ? null : daysFor(plannedVisitors, dailyVisitors)
      const time = days === null ? 'but there are no visitors at present' : about(days)
      return { baselineRate, minimumEffect, power, alpha, dailyVisitors, plannedVisitors, days, time }
    },
  )

  app.post(
    '/api/admin/experiments/:name/start',
    { config: FOR_STAFF, schema: { params, body: startRequest, response: { 200: experiment } } },
    async request => {
      const declared = experimentNamed(request.params.name)
      const { shares = sharesOf(declared), reason, version, ...terms } = request.body
      const issues = issuesOf(declared, shares)
      if (issues.length > 0) throw new HttpError(400, 'Invalid traffic split.', issues)
      const asked = { reason, version, by: sessionOf(request).username }
      const split = declared.variants.map(({ name }) => shares[name] ?? 0)
      return experimentResult(deps, declared, await start(deps, declared, asked, { ...terms, split }))
    },
  )
  app.post(
    '/api/admin/experiments/:name/end',
    { config: FOR_STAFF, schema: { params, body: endRequest, response: { 200: experiment } } },
    async request => {
      const declared = experimentNamed(request.params.name)
      const { winner } = request.body
      refuseUnknown(declared, winner)
      const current = await readState(deps.sql, declared)
      const reading = await readingOf(deps, declared, current)
      const ended = await takeStep(deps, declared, current, {
        ...request.body,
        step: 'end',
        by: sessionOf(request).username,
        notKnown: notKnown(reading?.verdict, winner ?? controlOf(declared)),
      })
      return experimentResult(deps, declared, ended)
    },
  )
  for (const step of ['pause', 'resume', 'reopen', 'archive'] as const)
    app.post(
      `/api/admin/experiments/:name/${step}`,
      { config: FOR_STAFF, schema: { params, body: stepRequest, response: { 200: experiment } } },
      async request => {
        const declared = experimentNamed(request.params.name)
        const current = await readState(deps.sql, declared)
        const taken = await takeStep(deps, declared, current, {
          ...request.body,
          step,
          by: sessionOf(request).username,
        })
        return experimentResult(deps, declared, taken)
      },
    )
}

/** Throws HttpError if the state forbids a start, or if the plan is too large. */
const start = async (
  deps: Deps,
  experiment: Experiment,
  asked: Pick<Asked, 'reason' | 'version' | 'by'>,
  terms: PlanTerms,
): Promise<ExperimentState> => {
  const current = await readState(deps.sql, experiment)
  stateAsked(deps, experiment, current, { ...asked, step: 'start' })
  // Stores the decision of the old run before the new run replaces it.
  const reading = current.hasRun ? await readAndLatch(deps, experiment) : null
  return takeStep(deps, experiment, current, {
    ...asked,
    step: 'start',
    notKnown: current.state === 'running' ? notKnown(reading?.verdict, null) : '',
    planned: await plannedRun(deps, experiment, terms),
  })
}

const refuseUnknown = ({ name, variants }: Experiment, winner: string | null): void => {
  if (winner === null || variants.some(variant => variant.name === winner)) return
  const message = `is not a variant of ${name}: those are ${variants.map(({ name }) => name).join(', ')}`
  throw new HttpError(400, 'Choose one of the variants as the winner, or none.', [
    { path: 'winner', message },
  ])
}
