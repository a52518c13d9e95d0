import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { variantLabel } from '../../words/variant-names.ts'
import { between as betweenWords, dayOf, everyVisitors, signed, type Unit } from '../difference-words.ts'
import { VariantDot, variantLook } from '../variant-mark.tsx'
import type { Compared } from './arms.ts'
import { marks, type Scale, scale } from './scale.ts'
import { useWidth } from './use-width.ts'

type Shown = { compared: readonly Compared[]; minimumEffect: number }
type IntervalFigureProps = {
  verdict: Verdict
  unit: Unit
  /** The treatments with a reading; their bars stand below each other. */
  compared: readonly Compared[]
}

/** The difference as it stands: the measured one, the range of the true one, and the line where there is none. */
export const IntervalFigure = ({ verdict, unit, compared }: IntervalFigureProps) => {
  const [first] = compared
  if (!first) return null
  const { minimumEffect } = verdict.plan
  const control = variantLabel(verdict.testName, verdict.arms[0]?.variant ?? '')
  const reach = Math.max(...compared.flatMap(({ interval }) => interval.map(Math.abs)), minimumEffect) * 1.12
  const ranges = compared.map(({ interval, label }) => between(interval, unit, label))
  const range = `Of ${everyVisitors(unit)}, ${LIST.format(ranges)} than with ${control}.`
  const isOne = compared.length === 1
  return (
    <figure>
      <Drawing
        shown={{ compared, minimumEffect }}
        proven={provenBy(verdict)}
        {...{ reach, unit }}
        label={range}
      />
      <div aria-hidden className="mt-1 flex justify-between gap-4 text-xs text-muted">
        <span>← {control} better</span>
        <span className="text-right">{isOne ? first.label : 'The other one'} better →</span>
      </div>
      <figcaption className="mt-3 space-y-1.5">
        <p>{range}</p>
        <p className="text-muted">
          {isOne ? 'Dot' : 'Mark'}: as measured. Bar: where the true difference almost certainly lies. Shaded:
          too small to matter, by the plan. {meaning(verdict, first, isOne)}
        </p>
      </figcaption>
    </figure>
  )
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const between = (interval: [number, number], unit: Unit, label: string): string =>
  `${betweenWords(interval, unit)} convert with ${label}`

/** What the bar says, in step with the verdict: before two whole weeks and after a decision it may say less. */
const meaning = (verdict: Verdict, { interval }: Compared, isOne: boolean): string => {
  if (!isOne) return meaningOfSeveral(verdict)
  const { state, decidedAt, plan } = verdict
  const [low, high] = interval
  if (state === 'undecided')
    return low > 0 || high < 0
      ? 'The bar lies on one side of the line, but it can still move until two whole weeks are covered.'
      : 'As long as the bar touches the line, the two may be the same.'
  if ((state === 'treatment' && low > 0) || (state === 'control' && high < 0))
    return 'The bar lies on one side of the line: the difference is real.'
  if (state === 'no_difference' && low > -plan.minimumEffect && high < plan.minimumEffect)
    return 'The whole bar is shaded: any difference is too small to matter.'
  return `The bar has moved since the verdict was reached${decidedAt ? ` on ${dayOf(decidedAt)}` : ''}; the verdict stands.`
}

/** Bars are against the control alone: which of the others is best is the verdict's to say. */
const meaningOfSeveral = ({ state, decidedAt }: Verdict): string =>
  state === 'undecided'
    ? 'A bar that touches the line may be no difference. Which one is best the verdict says: it must be better than each of the others too.'
    : `The verdict${decidedAt ? ` was reached on ${dayOf(decidedAt)} and` : ''} stands, also if a bar has moved since.`

const provenBy =
  ({ state, winner }: Verdict) =>
  (variant: string): boolean =>
    state === 'control' || (state === 'treatment' && variant === winner)

const TOP = 18
const ROW = 42
/** Several bars have their names over them. */
const NAMED_ROW = 52

type DrawingProps = {
  shown: Shown
  proven: (variant: string) => boolean
  reach: number
  unit: Unit
  label: string
}

const Drawing = ({ shown, proven, reach, unit, label }: DrawingProps) => {
  const { compared, minimumEffect } = shown
  const [ref, width] = useWidth()
  const x = scale([-reach, reach], [8, Math.max(60, width - 8)])
  const isNamed = compared.length > 1
  const axis = TOP + compared.length * (isNamed ? NAMED_ROW : ROW)
  return (
    <div ref={ref}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={axis + 24}
        className="block overflow-visible [&_*]:transition-none"
      >
        <rect
          {...span(x, [-minimumEffect, minimumEffect])}
          y={TOP}
          height={axis - TOP}
          className="fill-sunken"
        />
        <line x1={x(0)} x2={x(0)} y1={TOP} y2={axis} className="stroke-ink" strokeWidth={1.5} />
        <text x={x(0)} y={12} textAnchor="middle" className="fill-ink text-xs font-medium">
          No difference
        </text>
        {compared.map((one, row) => (
          <Bar
            key={one.variant}
            {...{ one, x, isNamed }}
            middle={isNamed ? TOP + row * NAMED_ROW + 34 : TOP + 21}
            isProven={proven(one.variant)}
          />
        ))}
        <Axis x={x} y={axis} reach={reach} unit={unit} most={width < 420 ? 2 : 3} />
      </svg>
    </div>
  )
}

const span = (x: Scale, [from, to]: readonly [number, number]) => ({ x: x(from), width: x(to) - x(from) })

type BarProps = { one: Compared; x: Scale; isNamed: boolean; middle: number; isProven: boolean }

const Bar = ({ one, x, isNamed, middle, isProven }: BarProps) => (
  <g className={variantLook(isNamed ? one.at : 0)}>
    {isNamed && (
      <text x={8} y={middle - 13} className="history-name fill-ink text-xs font-medium">
        {one.label}
      </text>
    )}
    <rect
      {...span(x, one.interval)}
      y={middle - 6}
      height={12}
      rx={6}
      className={isProven ? 'fill-ok' : 'fill-strong-line'}
    />
    <VariantDot x={x(one.difference)} y={middle} at={isNamed ? one.at : 0} size={19} />
  </g>
)

const Axis = ({
  x,
  y,
  reach,
  unit,
  most,
}: {
  x: Scale
  y: number
  reach: number
  unit: Unit
  most: number
}) => (
  <>
    <line x1={x(-reach)} x2={x(reach)} y1={y} y2={y} className="stroke-line" />
    {marks(reach, most).map(mark => (
      <text key={mark} x={x(mark)} y={y + 17} textAnchor="middle" className="fill-muted text-xs tabular-nums">
        {signed(mark, unit)}
      </text>
    ))}
  </>
)
