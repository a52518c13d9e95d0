import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { between, dayOf, everyVisitors, signed, type Unit } from '../difference-words.ts'
import { marks, type Scale, scale } from './scale.ts'
import { useWidth } from './use-width.ts'

type Shown = { difference: number; interval: [number, number]; minimumEffect: number }
type Labels = { control: string; treatment: string }

/** Null where there is nothing to draw yet. */
const shownOf = ({ difference, interval, plan }: Verdict): Shown | null =>
  difference === null || interval === null
    ? null
    : { difference, interval, minimumEffect: plan.minimumEffect }

/** The difference as it stands: the measured one, the range of the true one, and the line where there is none. */
export const IntervalFigure = ({
  verdict,
  unit,
  labels,
}: {
  verdict: Verdict
  unit: Unit
  labels: Labels
}) => {
  const shown = shownOf(verdict)
  if (!shown) return null
  const reach = Math.max(...shown.interval.map(Math.abs), shown.minimumEffect) * 1.12
  const range = `Of ${everyVisitors(unit)}, ${between(shown.interval, unit)} convert with ${labels.treatment} than with ${labels.control}.`
  return (
    <figure>
      <Drawing shown={shown} isProven={provesOne(verdict)} reach={reach} unit={unit} label={range} />
      <div aria-hidden className="mt-1 flex justify-between gap-4 text-xs text-muted">
        <span>← {labels.control} better</span>
        <span className="text-right">{labels.treatment} better →</span>
      </div>
      <figcaption className="mt-3 space-y-1.5">
        <p>{range}</p>
        <p className="text-muted">
          Dot: as measured. Bar: where the true difference almost certainly lies. Shaded: too small to matter,
          by the plan. {meaning(verdict, shown)}
        </p>
      </figcaption>
    </figure>
  )
}

/** What the bar says, in step with the verdict: before two whole weeks and after a decision it may say less. */
const meaning = ({ state, decidedAt }: Verdict, shown: Shown): string => {
  const [low, high] = shown.interval
  if (state === 'undecided')
    return low > 0 || high < 0
      ? 'The bar lies on one side of the line, but it can still move until two whole weeks are covered.'
      : 'As long as the bar touches the line, the two may be the same.'
  if ((state === 'treatment' && low > 0) || (state === 'control' && high < 0))
    return 'The bar lies on one side of the line: the difference is real.'
  if (state === 'no_difference' && low > -shown.minimumEffect && high < shown.minimumEffect)
    return 'The whole bar is shaded: any difference is too small to matter.'
  return `The bar has moved since the verdict was reached${decidedAt ? ` on ${dayOf(decidedAt)}` : ''}; the verdict stands.`
}

const provesOne = ({ state }: Verdict): boolean => state === 'treatment' || state === 'control'

const HEIGHT = 84
const AXIS = 60

const Drawing = ({
  shown,
  isProven,
  reach,
  unit,
  label,
}: {
  shown: Shown
  isProven: boolean
  reach: number
  unit: Unit
  label: string
}) => {
  const [ref, width] = useWidth()
  const x = scale([-reach, reach], [8, Math.max(60, width - 8)])
  const [low, high] = shown.interval
  const span = ([from, to]: readonly [number, number]) => ({ x: x(from), width: x(to) - x(from) })
  return (
    <div ref={ref}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        className="block overflow-visible [&_*]:transition-none"
      >
        <rect
          {...span([-shown.minimumEffect, shown.minimumEffect])}
          y={18}
          height={AXIS - 18}
          className="fill-sunken"
        />
        <line x1={x(0)} x2={x(0)} y1={18} y2={AXIS} className="stroke-ink" strokeWidth={1.5} />
        <text x={x(0)} y={12} textAnchor="middle" className="fill-ink text-xs font-medium">
          No difference
        </text>
        <rect
          {...span([low, high])}
          y={33}
          height={12}
          rx={6}
          className={isProven ? 'fill-ok' : 'fill-strong-line'}
        />
        <circle cx={x(shown.difference)} cy={39} r={6.5} className="fill-ink stroke-card" strokeWidth={2} />
        <Axis x={x} reach={reach} unit={unit} most={width < 420 ? 2 : 3} />
      </svg>
    </div>
  )
}

const Axis = ({ x, reach, unit, most }: { x: Scale; reach: number; unit: Unit; most: number }) => (
  <>
    <line x1={x(-reach)} x2={x(reach)} y1={AXIS} y2={AXIS} className="stroke-line" />
    {marks(reach, most).map(mark => (
      <text
        key={mark}
        x={x(mark)}
        y={AXIS + 17}
        textAnchor="middle"
        className="fill-muted text-xs tabular-nums"
      >
        {signed(mark, unit)}
      </text>
    ))}
  </>
)
