import type { Experiment } from '@firsttouch/ingest/experiments'
import { z } from 'zod'
import { labelOf } from '../contract/experiments/declared-shares.ts'
import {
  type ExperimentDetails,
  experimentDetails,
  GUARDS,
  QUALITY_GUARDS,
} from '../contract/experiments/details.ts'
import { type Api, type Deps, FIGURES, type ReadModel } from '../deps.ts'
import { within } from '../read-model/ranges.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { quartileOf } from '../read-model/vitals.ts'
import { goalBits, leadsReaching, typesOf } from './goals.ts'
import { experimentNamed, readState } from './life/changes.ts'
import { armsOf, comparedArms } from './participants.ts'
import { cut, rangesOf } from './periods.ts'
import { presentRun, type StoredRun } from './runs.ts'
import type { Arm } from './statistics/sequence.ts'
import { listed } from './statistics/words.ts'
import { readAndLatch } from './verdicts.ts'

const params = z.object({ name: z.string().max(255) })

export const experimentDetailsRoutes = (app: Api, deps: Deps): void => {
  app.get(
    '/api/admin/experiments/:name/details',
    { config: FIGURES, schema: { params, response: { 200: experimentDetails } } },
    async request => {
      const test = experimentNamed(request.params.name)
      const found = (await readState(deps.sql, test)).hasRun ? await detailsOf(deps, test) : NOTHING
      return { testName: test.name, ...found }
    },
  )
}

const NOTHING = { warning: '', guards: [] }

const detailsOf = async (deps: Deps, test: Experiment) => {
  const run = await presentRun(deps.sql, test, deps.now())
  const { goal, periods, primaryConversionTypes: conversionTypes } = run
  const types = typesOf({ goal, conversionTypes })
  // If the goal `any` is restricted to a single conversion type, this type is the goal, not a guardrail.
  const isGoal = (what: What) => what === goal || (goal === 'any' && types.length === 1 && types[0] === what)
  const steps = GUARDS.filter(what => !isGoal(what))
  const [leads, { participants }, quality] = await Promise.all([
    leadsReaching(deps.readModel, test.name, steps, periods),
    readAndLatch(deps, test, run),
    readQuality(deps.readModel, test.name, run),
  ])
  const guards = [
    ...steps.map(what => {
      const bits = goalBits({ goal: what, conversionTypes: [] })
      return guardOf(what, run, armsOf(participants.tally, bits, periods, leads.get(what)))
    }),
    ...QUALITY_GUARDS.map(what => guardOf(what, run, quality[what])),
  ]
  return { warning: warningOf(guards, test), guards }
}

type Guard = ExperimentDetails['guards'][number]
type What = Guard['what']

/** The run's alpha is not divided among the guardrails, so a false warning is likelier than a false verdict. */
const guardOf = (what: What, run: StoredRun, counted: Map<string, Arm>): Guard => ({
  what,
  arms: comparedArms(counted, run).map(arm => ({
    ...arm,
    fell: arm.interval !== null && arm.interval[1] < 0,
  })),
})

const LESS: Record<What, string> = {
  button_click: 'fewer visitors press a button',
  form_submission: 'fewer visitors send a form',
  stripe_intent: 'fewer visitors go to the payment',
  whatsapp_click: 'fewer visitors open the chat',
  trial: 'fewer visitors sign up for the trial',
  onboarding: 'fewer visitors fill in the onboarding',
  qualified_lead: 'fewer visitors become qualified leads',
  stayed: 'fewer visitors stay',
  fast_pages: 'pages load slower',
}

/** Example: "With B, fewer visitors open the chat than with A." Empty if no guardrail fell. */
const warningOf = (guards: readonly Guard[], test: Experiment): string => {
  const fallen = guards.flatMap(({ what, arms }) =>
    arms.flatMap(({ variant, fell }) => (fell ? [`with ${labelOf(test, variant)}, ${LESS[what]}`] : [])),
  )
  if (fallen.length === 0) return ''
  const control = labelOf(test, guards[0]?.arms[0]?.variant ?? '')
  const said = listed(fallen)
  return `${said[0]?.toUpperCase()}${said.slice(1)} than with ${control}. Consider this before you choose a winner.`
}

const NO_QUALITY = { known: 0, stayed: 0, loads: 0, fast: 0 }
type Row = { variant: string } & typeof NO_QUALITY
type Quality = { stayed: Map<string, Arm>; fast_pages: Map<string, Arm> }

/** Leaves out quarter-hours that lie only partly in the run, because the roll-up has no finer times. */
const readQuality = async (
  readModel: ReadModel,
  testName: string,
  { variants, periods }: Pick<StoredRun, 'variants' | 'periods'>,
): Promise<Quality> => {
  const rows = await readModel.rows<Row>(qualitySql(within('at', cut(rangesOf(periods)).whole)), {
    test: testName,
    control: variants[0] ?? '',
  })
  const arms = variants.map(
    variant => rows.find(row => row.variant === variant) ?? { variant, ...NO_QUALITY },
  )
  return {
    stayed: new Map(
      arms.map(({ variant, known, stayed }) => [variant, { visitors: known, converters: stayed }]),
    ),
    fast_pages: new Map(
      arms.map(({ variant, loads, fast }) => [variant, { visitors: loads, converters: fast }]),
    ),
  }
}

/** A page load is fast if its LCP is within the control's 75th percentile. */
const qualitySql = (when: string): string => {
  const rows = `
  FROM {db:Identifier}.session_sums FINAL
  WHERE model = 'variant_quality' AND test_name = {test:String} AND ${when}`
  return `
  WITH (SELECT ${quartileOf('lcp')}${rows} AND variant = {control:String}) AS quartile
  SELECT variant, sumIf(n, type IN ('engaged', 'bounce')) AS known, sumIf(n, type = 'engaged') AS stayed,
    sumIf(n, type = 'lcp') AS loads, sumIf(n, type = 'lcp' AND value <= quartile) AS fast${rows}
  GROUP BY variant
  ${FINAL_SETTINGS}`
}
