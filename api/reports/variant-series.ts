/** `GET /api/admin/variant-series`: visitors and converters of each variant by first exposure. Humans only. */
import { EXPERIMENTS } from '@firsttouch/ingest/experiments'
import { periodQuery } from '../contract/range.ts'
import { type VariantSeries, variantSeries } from '../contract/timeseries.ts'
import { type Api, type Deps, FIGURES } from '../deps.ts'
import type { Steps } from '../read-model/time-steps.ts'
import { FINAL_SETTINGS, periodCondition } from '../read-model/traffic-filter.ts'
import { openChart } from './chart.ts'

export const variantSeriesRoutes = (app: Api, deps: Deps): void => {
  const { readModel } = deps
  app.get(
    '/api/admin/variant-series',
    {
      config: FIGURES,
      schema: { querystring: periodQuery, response: { 200: variantSeries } },
    },
    async ({ query }): Promise<VariantSeries> => {
      const { zone, period, first, steps, head } = await openChart(deps, query)
      const { where, parameters } = periodCondition(period, zone, 'at')
      const counted = readModel.rows<Row>(
        `
  SELECT test_name AS testName, variant, ${steps.key} AS key, sum(n) AS visitors, sumIf(n, converted != 0) AS converters
  FROM {db:Identifier}.session_sums FINAL
  WHERE model = 'participant' AND saw_both = 0${where}
  GROUP BY testName, variant, key
  ${FINAL_SETTINGS}`,
        parameters,
      )
      const [since, rows] = await Promise.all([first, counted])
      return {
        ...head,
        since,
        tests: namesOf(rows).map(testName => ({ testName, variants: variantsOf(testName, steps, rows) })),
      }
    },
  )
}

type Row = { testName: string; variant: string; key: string; visitors: number; converters: number }

const namesOf = (rows: readonly Row[]): string[] =>
  [...new Set(rows.map(({ testName }) => testName))].toSorted()

/** The control, then the other declared variants, then undeclared ones. */
const variantsOf = (testName: string, steps: Steps, rows: readonly Row[]) => {
  const own = rows.filter(row => row.testName === testName)
  const declared = EXPERIMENTS.find(({ name }) => name === testName)?.variants.map(({ name }) => name) ?? []
  const variants = [...new Set([...declared, ...own.map(({ variant }) => variant).toSorted()])]
  return variants.map(variant => {
    const points = steps.starts.map(at => ({ at: at.toISOString(), visitors: 0, converters: 0 }))
    for (const row of own) {
      const point = row.variant === variant ? points[steps.indexOf(row.key) ?? -1] : undefined
      if (!point) continue
      point.visitors += row.visitors
      point.converters += row.converters
    }
    return { variant, points }
  })
}
