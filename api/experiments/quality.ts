/** Guards beside what visitors do: whether they stay, and how fast the pages are that they load. */
import type { ExperimentDetails } from '../contract/experiments/details.ts'
import type { Vital } from '../contract/vitals.ts'
import type { ReadModel } from '../deps.ts'
import { within } from '../read-model/ranges.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { vitalOf } from '../read-model/vitals.ts'
import { cut, rangesOf } from './periods.ts'
import type { StoredRun } from './runs.ts'
import type { Arm } from './statistics/sequence.ts'

type Row = { variant: string; type: string; value: number; n: number }
type Quality = { stayed: Map<string, Arm>; fast_pages: Map<string, Arm>; speed: ExperimentDetails['speed'] }

/** Participants of whole quarter-hours: of the first and the last one the sums cannot tell. */
export const readQuality = async (
  readModel: ReadModel,
  testName: string,
  { variants, periods }: Pick<StoredRun, 'variants' | 'periods'>,
): Promise<Quality> => {
  const rows = await readModel.rows<Row>(
    `
  SELECT variant, type, value, sum(n) AS n
  FROM {db:Identifier}.session_sums FINAL
  WHERE model = 'variant_quality' AND test_name = {test:String} AND ${within('at', cut(rangesOf(periods)).whole)}
  GROUP BY variant, type, value
  ${FINAL_SETTINGS}`,
    { test: testName },
  )
  const of = (variant: string, type: string) =>
    rows.filter(row => row.variant === variant && row.type === type)
  const sum = (some: readonly Row[]) => some.reduce((all, { n }) => all + n, 0)
  const armsOf = (count: (variant: string) => Arm) =>
    new Map(variants.map(variant => [variant, count(variant)] as const))
  // Three of four pages of the control load within this step, so a treatment with fewer has the worse 75th percentile.
  const limit = quartile(of(variants[0] ?? '', 'lcp'))
  return {
    stayed: armsOf(variant => {
      const converters = sum(of(variant, 'engaged'))
      return { visitors: converters + sum(of(variant, 'bounce')), converters }
    }),
    fast_pages: armsOf(variant => {
      const loads = of(variant, 'lcp')
      return { visitors: sum(loads), converters: sum(loads.filter(({ value }) => value <= limit)) }
    }),
    speed: variants.map(variant => {
      const vital = (name: Vital) => vitalOf(name, quartile(of(variant, name)))
      return {
        variant,
        loads: sum(of(variant, 'lcp')),
        lcp: vital('lcp'),
        inp: vital('inp'),
        cls: vital('cls'),
      }
    }),
  }
}

/** The step at the 75th percentile; 0 of nothing. */
const quartile = (histogram: readonly Row[]): number => {
  const steps = histogram.toSorted((a, b) => a.value - b.value)
  let left = 0.75 * steps.reduce((all, { n }) => all + n, 0)
  const found = steps.find(({ n }) => {
    left -= n
    return left <= 0
  })
  return found?.value ?? 0
}
