/** The difference of each treatment to the control: the present one in words, and how it has narrowed as visitors came. */
import type { ExperimentHistory, Verdict } from '@firsttouch/api/contract/experiments/results'
import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { AsTable } from '../../pieces/figure-table.tsx'
import { Loaded } from '../../pieces/loaded.tsx'
import { count } from '../../words/format.ts'
import { variantLabel } from '../../words/variant-names.ts'
import { between, dayOf, everyVisitors, signed, type Unit, unitFor } from '../difference-words.ts'
import { exactMoment, type Points, readingsOf } from './history-readings.ts'

const loadChart = async () => (await import('./history-chart.tsx')).HistoryChart

type DifferenceProps = { verdict: Verdict; history: UseQueryResult<ExperimentHistory> }

export const Difference = ({ verdict, history }: DifferenceProps) => {
  const { testName, arms, plan } = verdict
  const compared = arms.flatMap(({ variant, comparison }) =>
    comparison ? [{ variant, interval: comparison.interval }] : [],
  )
  const unit = unitFor(
    Math.max(plan.minimumEffect, ...compared.flatMap(({ interval }) => interval.map(Math.abs))),
  )
  const control = variantLabel(testName, arms[0]?.variant ?? '')
  return (
    <div className="min-w-0 px-4 py-4 sm:px-5">
      <h3 className="mb-2 font-semibold">The difference over time</h3>
      <div className="space-y-6">
        {compared.map(({ variant, interval }) => {
          const label = variantLabel(testName, variant)
          return (
            <figure key={variant}>
              <figcaption className="mb-2">
                Of {everyVisitors(unit)}, {between(interval, unit)} convert with {label} than with {control}.
              </figcaption>
              <Loaded query={history} what="history of the test" bare skeleton="h-60">
                {({ points }) => (
                  <History
                    {...{ points, variant, label, control, unit }}
                    minimumEffect={plan.minimumEffect}
                  />
                )}
              </Loaded>
            </figure>
          )
        })}
      </div>
      <p className="mt-3 text-sm text-muted">
        Line: as measured, by when visitors first saw the test. Dashes: no difference. Band: where the true
        difference almost certainly lies. Shaded: too small to matter, by the plan. {standing(verdict)}
      </p>
    </div>
  )
}

/** After a decision the figures may say less than the verdict. */
const standing = ({ decidedAt }: Verdict): string =>
  decidedAt
    ? `The verdict of ${dayOf(decidedAt)} stands, even if the band has moved since.`
    : 'A band that touches the line may be no difference.'

type HistoryProps = {
  points: Points
  variant: string
  label: string
  control: string
  unit: Unit
  minimumEffect: number
}

const History = ({ points, variant, label, control, unit, minimumEffect }: HistoryProps) => {
  const Chart = useLoaded(loadChart)
  const readings = readingsOf(points, variant)
  if (readings.length < 2)
    return (
      <p className="text-muted">The picture begins with the second reading, within a quarter of an hour.</p>
    )
  return (
    <>
      <div aria-hidden className="history-chart">
        {Chart ? <Chart {...{ readings, label, unit, minimumEffect }} /> : <Skeleton className="h-60" />}
      </div>
      <AsTable
        label={`Difference of ${label} over time`}
        caption="Everyone who first saw the test up to a moment; whether they converted is as of now"
        heads={['Up to', control, label, `Difference in ${everyVisitors(unit)}`, 'True difference']}
        rows={points.toReversed().map(({ at, arms }) => {
          const own = arms.find(arm => arm.variant === variant)
          return {
            key: at,
            head: <span className="whitespace-nowrap">{exactMoment(at)}</span>,
            cells: [
              ...[arms[0], own].map(arm => `${count(arm?.converters)} of ${count(arm?.visitors)}`),
              own?.difference == null ? '–' : signed(own.difference, unit),
              own?.interval?.map(end => signed(end, unit)).join(' to ') ?? 'Too early',
            ],
          }
        })}
      />
    </>
  )
}
