/** Draws how each treatment differs from the control over time, with the confidence sequence of the difference. */
import type { ExperimentHistory, Verdict } from '@firsttouch/api/contract/experiments/results'
import { AsTable } from '../pieces/figure-table.tsx'
import { count } from '../words/format.ts'
import { inReportZone } from '../words/report-zone.ts'
import { variantLabel } from '../words/variant-names.ts'
import { unitOf } from './variant-table.tsx'
import { amount, dayOf, everyVisitors, rangeInWords, type Unit } from './words.ts'

type Points = ExperimentHistory['points']
type Reading = { at: number; visitors: number; difference: number; interval: readonly [number, number] }

const momentOf = (iso: string): string =>
  inReportZone({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }, iso)

/** Skips points with too little data for an interval. */
export const readingsOf = (points: Points, variant: string): Reading[] =>
  points.flatMap(({ at, arms }) => {
    const [control] = arms
    const own = arms.find(arm => arm.variant === variant)
    if (!control || !own?.interval || own.difference === null) return []
    const { difference, interval, visitors } = own
    return [{ at: Date.parse(at), visitors: control.visitors + visitors, difference, interval }]
  })

/** Upper end of the scale, as a fraction. Ignores the first quarter of the visitors, where intervals are wide. */
export const axisReach = (readings: readonly Reading[], minimumEffect: number, { of }: Unit): number => {
  const last = readings.at(-1)?.visitors ?? 0
  const late = readings.filter(({ visitors }) => visitors >= last / 4)
  const widest = Math.max(minimumEffect, ...late.flatMap(({ interval }) => interval.map(Math.abs)))
  return Math.ceil(widest * of * 1.1) / of
}

export const Difference = ({ verdict, points }: { verdict: Verdict; points: Points }) => {
  const { testName, arms, plan, startedAt, decidedAt } = verdict
  const unit = unitOf(verdict)
  const control = variantLabel(testName, arms[0]?.variant ?? '')
  return (
    <div className="space-y-6">
      {arms.slice(1).map(({ variant }) => {
        const label = variantLabel(testName, variant)
        const readings = readingsOf(points, variant)
        return (
          <figure key={variant}>
            <figcaption className="mb-2">
              Of {everyVisitors(unit)}, how many more or fewer convert with {label} than with {control}
            </figcaption>
            {readings.length < 2 ? (
              <p className="text-muted">The chart appears after the second measurement.</p>
            ) : (
              <Drawing {...{ readings, unit }} effect={plan.minimumEffect} since={startedAt} />
            )}
            <AsTable
              label={`Difference of ${label} over time`}
              caption="Visitors who first saw the test before the time in the first column, with their conversions until now."
              heads={['Up to', control, label, `Of ${everyVisitors(unit)}`]}
              rows={points.toReversed().map(point => {
                const own = point.arms.find(arm => arm.variant === variant)
                return {
                  key: point.at,
                  head: <span className="whitespace-nowrap">{momentOf(point.at)}</span>,
                  cells: [
                    ...[point.arms[0], own].map(
                      arm => `${count(arm?.converters)} of ${count(arm?.visitors)}`,
                    ),
                    own?.interval ? rangeInWords(own.interval, unit) : 'Too early',
                  ],
                }
              })}
            />
          </figure>
        )
      })}
      <p className="text-sm text-muted">
        Line: measured difference among visitors who first saw the test up to that time. Dashes: no
        difference. Band: where the true difference almost certainly lies. Shaded: differences that the plan
        calls too small to matter.{' '}
        {decidedAt
          ? `The verdict of ${dayOf(decidedAt)} remains valid, even if the band has moved since.`
          : 'If the band touches the dashes, there may be no difference.'}
      </p>
    </div>
  )
}

type DrawingProps = { readings: readonly Reading[]; unit: Unit; effect: number; since: string | null }

/** The viewBox of 100 × 100 stretches to the chart's size. */
const Drawing = ({ readings, unit, effect, since }: DrawingProps) => {
  const reach = axisReach(readings, effect, unit)
  const from = Date.parse(since ?? '')
  const to = readings.at(-1)?.at ?? from
  const x = (at: number) => ((at - from) / (to - from)) * 100
  const y = (difference: number) => 50 - (difference / reach) * 50
  const line = (value: (reading: Reading) => number) => readings.map(one => `${x(one.at)},${y(value(one))}`)
  const band = [...line(({ interval }) => interval[1]), ...line(({ interval }) => interval[0]).reverse()]
  const label = amount(reach, unit)
  return (
    <div
      aria-hidden
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 gap-y-1 text-xs text-muted tabular-nums"
    >
      <div className="flex flex-col justify-between text-right">
        <span>+{label}</span> <span>0</span> <span>−{label}</span>
      </div>
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="h-56 w-full border-y border-line fill-none [&>*]:[vector-effect:non-scaling-stroke]"
      >
        <rect width="100" y={y(effect)} height={y(-effect) - y(effect)} className="fill-sunken" />
        <polygon points={band.join(' ')} className="fill-ink/14" />
        <line x2="100" y1="50" y2="50" className="stroke-ink stroke-1 [stroke-dasharray:5_4]" />
        <polyline points={line(({ difference }) => difference).join(' ')} className="stroke-ink stroke-2" />
      </svg>
      <div className="col-start-2 flex justify-between">
        {[from, to].map(at => (
          <span key={at}>{dayOf(new Date(at).toISOString())}</span>
        ))}
      </div>
    </div>
  )
}
