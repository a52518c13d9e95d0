import type { VariantSeries } from '@firsttouch/api/contract/timeseries'
import { Fragment } from 'react'
import { oneOf, useChoice } from '../address/filters.ts'
import { useDays } from '../data/figures.ts'
import { Nothing } from '../pieces/empty.tsx'
import { FilterSelect } from '../pieces/filters/filter-control.tsx'
import { count } from '../words/format.ts'
import { capitalised } from '../words/plural.ts'
import { experimentTitle, variantLabel } from '../words/variant-names.ts'
import { type ChartData, countedSteps, LOOKS } from './chart-data.ts'
import { OverTime } from './over-time.tsx'
import { Panel } from './traffic-panel.tsx'

const VERSIONS = oneOf('versions', 'Show of each version', 'Visitors', [['converters', 'Converters']])

/** The participants of each variant by their first exposure. Their rates are compared by the verdict alone. */
export const VariantsOverTime = () => {
  const query = useDays('variantSeries')
  const [chosen, choose] = useChoice(VERSIONS)
  const measure = chosen === 'converters' ? 'converters' : 'visitors'
  return (
    <Panel
      title="Page versions over time"
      query={query}
      what="page versions"
      isChart
      note={
        <p className="mt-2 text-xs text-muted">
          These days do not change the split test's verdict: it covers the whole run.
        </p>
      }
      isNarrowed={false}
      tools={<FilterSelect filter={VERSIONS} value={chosen} onChange={choose} />}
    >
      {series =>
        series.tests.length === 0 ? (
          <Nothing>Nobody saw a split test for the first time in these days.</Nothing>
        ) : (
          series.tests.map(experiment => (
            <Fragment key={experiment.testName}>
              {series.tests.length > 1 && (
                <h4 className="mt-3 mb-1 text-sm font-medium">{experimentTitle(experiment.testName)}</h4>
              )}
              <OverTime
                label={labelOf(series, experiment, measure)}
                data={chartOf(series, experiment, measure)}
                isOld={query.isPlaceholderData}
              />
            </Fragment>
          ))
        )
      }
    </Panel>
  )
}

type Experiment = VariantSeries['tests'][number]
type Measured = 'visitors' | 'converters'

const labelOf = ({ tests }: VariantSeries, { testName }: Experiment, measure: Measured): string =>
  `${capitalised(measure)} of each page version over time${tests.length > 1 ? `, ${experimentTitle(testName)}` : ''}`

const chartOf = (series: VariantSeries, { testName, variants }: Experiment, measure: Measured): ChartData => {
  const { step, range, openFrom } = series
  const steps = variants[0]?.points ?? []
  const isCounted = countedSteps(series, steps)
  return {
    ...{ step, openFrom, timeZone: range.timeZone, isFilled: false, format: count },
    lines: variants.map(({ variant }, at) => ({
      id: variant,
      name: variantLabel(testName, variant),
      look: LOOKS[at % LOOKS.length] ?? 'main',
    })),
    points: steps.map(({ at }, i) => ({
      at,
      values: Object.fromEntries(
        variants.map(({ variant, points }) => [
          variant,
          isCounted[i] ? (points[i]?.[measure] ?? null) : null,
        ]),
      ),
    })),
  }
}
