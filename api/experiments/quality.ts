/** Guardrail metrics of page quality: bounces and load time. */
import type { ReadModel } from '../deps.ts'
import { within } from '../read-model/ranges.ts'
import { FINAL_SETTINGS } from '../read-model/traffic-filter.ts'
import { quartileOf } from '../read-model/vitals.ts'
import { cut, rangesOf } from './periods.ts'
import type { StoredRun } from './runs.ts'
import type { Arm } from './statistics/sequence.ts'

const NOTHING = { known: 0, stayed: 0, loads: 0, fast: 0 }
type Row = { variant: string } & typeof NOTHING
type Quality = { stayed: Map<string, Arm>; fast_pages: Map<string, Arm> }

/** Only whole quarter-hours, because the roll-up cannot split the first and last one. */
export const readQuality = async (
  readModel: ReadModel,
  testName: string,
  { variants, periods }: Pick<StoredRun, 'variants' | 'periods'>,
): Promise<Quality> => {
  const rows = await readModel.rows<Row>(qualitySql(within('at', cut(rangesOf(periods)).whole)), {
    test: testName,
    control: variants[0] ?? '',
  })
  const arms = variants.map(variant => rows.find(row => row.variant === variant) ?? { variant, ...NOTHING })
  return {
    stayed: new Map(
      arms.map(({ variant, known, stayed }) => [variant, { visitors: known, converters: stayed }]),
    ),
    fast_pages: new Map(
      arms.map(({ variant, loads, fast }) => [variant, { visitors: loads, converters: fast }]),
    ),
  }
}

/** `quartile` is the control's 75th percentile, so a treatment with fewer fast pages has a worse 75th percentile. */
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
