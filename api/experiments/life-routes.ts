/** The life of experiments: how each stands, the steps that staff take, and what pages are told. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { EXPERIMENTS, type Experiment } from '@firsttouch/ingest/experiments'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sessionOf } from '../auth/guard.ts'
import {
  type ExperimentChange,
  endRequest,
  experiment,
  experimentChanges,
  experimentList,
  type Step,
  servedShares as servedSharesAnswer,
  startRequest,
  stepRequest,
} from '../contract/experiments/life.ts'
import { notKnown } from '../contract/experiments/not-known.ts'
import { type Api, type Deps, FOR_ALL, FOR_STAFF } from '../deps.ts'
import { changesOf, experimentNamed, type Life, readLife, type StoredChange } from './life/changes.ts'
import { servedShares } from './life/served.ts'
import { controlOf, issuesOf, sharesOf } from './life/shares.ts'
import { type Asked, takeStep } from './life/take.ts'
import { plannedAgain, presentRun, runsOf, startRun } from './runs.ts'
import { readingOf, standingOf } from './standing.ts'
import { start } from './start.ts'

const params = z.object({ name: z.string().max(255) })

export const experimentLifeRoutes = (app: Api, deps: Deps): void => {
  readRoutes(app, deps)
  startRoute(app, deps)
  endRoute(app, deps)
  for (const step of PLAIN_STEPS) plainRoute(app, deps, step)
}

const startRoute = (app: Api, deps: Deps): void => {
  app.post(
    '/api/admin/experiments/:name/start',
    { config: FOR_STAFF, schema: { params, body: startRequest, response: { 200: experiment } } },
    async request => {
      const declared = experimentNamed(request.params.name)
      const { shares = sharesOf(declared), reason, version, ...terms } = request.body
      const issues = issuesOf(declared, shares)
      if (issues.length > 0) throw new HttpError(400, 'The shares are not as they should be.', issues)
      const asked = { reason, version, by: staffOf(request) }
      const split = declared.variants.map(({ name }) => shares[name] ?? 0)
      return standingOf(deps, declared, await start(deps, declared, asked, { ...terms, split }))
    },
  )
}

const endRoute = (app: Api, deps: Deps): void => {
  app.post(
    '/api/admin/experiments/:name/end',
    { config: FOR_STAFF, schema: { params, body: endRequest, response: { 200: experiment } } },
    async request => {
      const declared = experimentNamed(request.params.name)
      const { winner, ...asked } = request.body
      refuseUnknown(declared, winner)
      const life = await readLife(deps.sql, declared)
      const reading = await readingOf(deps, declared, life)
      const ended = await takeStep(deps, declared, life, {
        ...asked,
        step: 'end',
        by: staffOf(request),
        winner,
        notKnown: notKnown(declared, reading?.verdict, winner ?? controlOf(declared)),
        run: firstRun(declared),
      })
      return standingOf(deps, declared, ended)
    },
  )
}

const plainRoute = (app: Api, deps: Deps, step: (typeof PLAIN_STEPS)[number]): void => {
  app.post(
    `/api/admin/experiments/:name/${step}`,
    { config: FOR_STAFF, schema: { params, body: stepRequest, response: { 200: experiment } } },
    async request => {
      const declared = experimentNamed(request.params.name)
      const life = await readLife(deps.sql, declared)
      const asked = { ...request.body, step, by: staffOf(request) }
      const run = step === 'reopen' ? sameAgain(declared, life) : firstRun(declared)
      return standingOf(deps, declared, await takeStep(deps, declared, life, { ...asked, run }))
    },
  )
}

const PLAIN_STEPS = ['pause', 'resume', 'reopen', 'archive'] as const satisfies Step[]

const readRoutes = (app: Api, deps: Deps): void => {
  const { sql } = deps
  app.get(
    '/api/admin/experiments',
    { config: FOR_STAFF, schema: { response: { 200: experimentList } } },
    async () => ({
      experiments: await Promise.all(EXPERIMENTS.map(declared => standingOf(deps, declared))),
    }),
  )

  app.get(
    '/api/admin/experiments/:name/changes',
    { config: FOR_STAFF, schema: { params, response: { 200: experimentChanges } } },
    async request => {
      const { name } = experimentNamed(request.params.name)
      return { name, changes: (await changesOf(sql, name)).map(changeAnswered) }
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
}

const CACHED_SECONDS = 5

const staffOf = (request: FastifyRequest): string => sessionOf(request).username

const changeAnswered = ({ run: _, notKnown, at, ...change }: StoredChange): ExperimentChange => ({
  ...change,
  unknown: notKnown,
  at: at.toISOString(),
})

const refuseUnknown = ({ name, variants }: Experiment, winner: string | null): void => {
  if (winner === null || variants.some(variant => variant.name === winner)) return
  const message = `is not a variant of ${name}: those are ${variants.map(({ name }) => name).join(', ')}`
  throw new HttpError(400, 'Choose one of the variants as the winner, or none.', [
    { path: 'winner', message },
  ])
}

/** The run that an experiment has before anyone plans one. */
const firstRun =
  (declared: Experiment): Asked['run'] =>
  async (tx, now) => {
    const { id } = await presentRun(tx, {
      testName: declared.name,
      variants: declared.variants.map(({ name }) => name),
      split: declared.variants.map(({ weight }) => weight),
      now,
    })
    return { id, shares: sharesOf(declared) }
  }

/** A new run as the last one was planned. */
const sameAgain =
  (declared: Experiment, { shares }: Life): Asked['run'] =>
  async (tx, startedAt) => {
    const [last] = await runsOf(tx, declared.name)
    if (!last) throw new Error(`${declared.name} has ended without a run`)
    return { id: (await startRun(tx, { ...last, plan: plannedAgain(last), startedAt })).id, shares }
  }
