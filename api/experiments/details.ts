/** `GET /api/admin/experiments/{name}/details`: what a winner might hurt, and results by source and campaign, for reading only. */
import { z } from 'zod'
import { type ExperimentDetails, experimentDetails, GUARDS } from '../contract/experiments/details.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import { type ComparedExperiment, declared, isUnderWay } from './compared.ts'
import { leadsReaching, typesOf } from './goals.ts'
import { countSteps, guardOf, warningOf } from './guards.ts'
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
      const test = declared(request.params.name)
      if (await isUnderWay(deps, test.testName)) return detailsOf(deps, test)
      return { testName: test.testName, warning: '', guards: [], note: NOTE, segments: [] }
    },
  )
}

const NOT_FILLED =
  'Sources and campaigns are being counted anew after an upgrade, and will be back by themselves.'

const detailsOf = async (deps: Deps, test: ComparedExperiment): Promise<ExperimentDetails> => {
  const { testName, variants } = test
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
    note: segments ? NOTE : NOT_FILLED,
    segments: segments ?? [],
  }
}

/** A run of before may count one type without calling it its goal. */
const isOnly = (what: string, types: readonly string[]): boolean => types.length === 1 && types[0] === what
