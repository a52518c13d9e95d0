/** `GET /api/admin/experiments/{name}/details`: what a winner might hurt, and results by source and campaign, for reading only. */
import type { Experiment } from '@firsttouch/ingest/experiments'
import { z } from 'zod'
import { type ExperimentDetails, experimentDetails, GUARDS } from '../contract/experiments/details.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { leadsReaching, typesOf } from './goals.ts'
import { countSteps, guardOf, warningOf } from './guards.ts'
import { experimentNamed } from './life/changes.ts'
import { isUnderWay } from './runs.ts'
import { segmentsOf } from './segments.ts'
import { presentRunOf, readAndLatch } from './verdicts.ts'

const params = z.object({ name: z.string().max(255) })

const NOTE =
  'For reading only: nothing here decides. Of many parts, one always looks better by chance; test it by itself before you act on it.'

export const experimentDetailsRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/experiments/:name/details',
    { config: FOR_STAFF, schema: { params, response: { 200: experimentDetails } } },
    async request => {
      const test = experimentNamed(request.params.name)
      if (await isUnderWay(deps.sql, test)) return detailsOf(deps, test)
      return { testName: test.name, warning: '', guards: [], note: NOTE, segments: [] }
    },
  )
}

const detailsOf = async (deps: Deps, test: Experiment): Promise<ExperimentDetails> => {
  const { name: testName, variants } = test
  const run = await presentRunOf(deps, test)
  const { goal, periods, primaryConversionTypes: conversionTypes } = run
  const counted = { goal, conversionTypes }
  const others = GUARDS.filter(what => what !== goal && !(goal === 'any' && isOnly(what, typesOf(counted))))
  const [segments, leads, { participants }] = await Promise.all([
    segmentsOf(deps, { ...counted, testName, variants: run.variants, periods }),
    leadsReaching(deps.readModel, testName, others, periods),
    readAndLatch(deps, test, run),
  ])
  const counts = countSteps(run, participants.tally, others, leads)
  const guards = others.map((what, at) => guardOf(what, run, counts[at] ?? new Map()))
  const label = (variant: string) => variants.find(({ name }) => name === variant)?.label ?? variant
  return {
    testName,
    warning: warningOf(guards, label),
    guards,
    note: NOTE,
    segments,
  }
}

/** A run of the goal any may count only this type. */
const isOnly = (what: string, types: readonly string[]): boolean => types.length === 1 && types[0] === what
