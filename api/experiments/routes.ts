/** Runs of experiments: start one, see those there were, and plan the next. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Experiment } from '@firsttouch/ingest/experiments'
import { z } from 'zod'
import { sessionOf } from '../auth/guard.ts'
import { type PlanAnswer, planAnswer, planQuery, run, runRequest } from '../contract/experiments/results.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { experimentNamed, type Life, readLife } from './life/changes.ts'
import { notKnown } from './life/not-known.ts'
import { type Shares, sharesOf } from './life/shares.ts'
import { type Asked, stateAsked, takeStep } from './life/take.ts'
import { answered, runsOf, startRun } from './runs.ts'
import { daysFor, samplePlan } from './statistics/plan.ts'
import { DEFAULT_PLAN, type RunPlan } from './statistics/run.ts'
import { enoughData, rate } from './statistics/sequence.ts'
import { COMPARED, type ComparedExperiment, type Reading, readAndLatch, weightsOf } from './verdicts.ts'

const params = z.object({ testName: z.string().max(255) })

export const experimentRoutes = (app: Api, deps: Deps): void => {
  const { sql } = deps

  app.post(
    '/api/admin/experiments/:testName/runs',
    { config: FOR_STAFF, schema: { params, body: runRequest, response: { 201: run } } },
    async (request, reply) => {
      const experiment = experimentNamed(request.params.testName)
      const { split, ...terms } = request.body
      const shares = sharesOf(experiment, split)
      const asked = { reason: 'A new run was planned.', by: sessionOf(request).username }
      await start(deps, experiment, asked, { ...terms, shares })
      const [started] = await runsOf(sql, experiment.name)
      if (!started) throw new Error(`The new run of ${experiment.name} vanished`)
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

/** What staff say of a run that is to start. */
export type Terms = Omit<RunPlan, 'split' | 'plannedVisitors'> & {
  shares: Shares
  baselineRate?: number | undefined
  primaryConversionTypes: string[]
}

/** Takes the step that begins a run. Throws a HttpError where it is out of order, or so planned that it would never end. */
export const start = async (
  deps: Deps,
  experiment: Experiment,
  asked: Pick<Asked, 'reason' | 'version' | 'by'>,
  { shares, baselineRate, primaryConversionTypes, ...terms }: Terms,
): Promise<Life> => {
  const test = declared(experiment.name)
  const life = await readLife(deps.sql, experiment)
  stateAsked(deps, experiment, life, { ...asked, step: 'start' })
  // Also when the rate is given: reading keeps the decision of the run that ends here.
  const reading = life.hasRun ? await readAndLatch(deps, test) : null
  const baseline = baselineRate ?? (reading && measuredRate(test, reading))
  const split: RunPlan['split'] = [shares[test.control.name] ?? 0, shares[test.treatment.name] ?? 0]
  const plan = planOf({ split, ...terms }, baseline)
  return takeStep(deps, experiment, life, {
    ...asked,
    step: 'start',
    notKnown: life.state === 'running' ? notKnown(experiment, reading?.verdict, null) : '',
    run: async (tx, startedAt) => {
      const run = { testName: test.testName, startedAt, plan, baselineRate: baseline, primaryConversionTypes }
      return { id: (await startRun(tx, run)).id, shares }
    },
  })
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
