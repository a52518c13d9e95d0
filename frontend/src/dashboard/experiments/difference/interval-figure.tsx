import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { variantLabel } from '../../words/variant-names.ts'
import { between as betweenWords, dayOf, everyVisitors, signed, type Unit } from '../difference-words.ts'
import { VariantDot, variantLook } from '../variant-mark.tsx'
import { marks, percent } from './scale.ts'

/** A treatment against the control. `at`: its place in the declaration, which gives it its mark. */
export type Compared = {
  variant: string
  label: string
  at: number
  difference: number
  interval: [number, number]
}

/** The treatments with a reading. */
export const comparedIn = ({ testName, arms }: Verdict): Compared[] =>
  arms.flatMap(({ variant, comparison }, at) =>
    comparison ? [{ ...comparison, variant, at, label: variantLabel(testName, variant) }] : [],
  )

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
      <Drawing {...{ verdict, compared, unit, reach }} label={range} />
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

const TOP = 18
const ROW = 42
/** Several bars have their names over them. */
const NAMED_ROW = 52

type DrawingProps = IntervalFigureProps & { reach: number; label: string }

const Drawing = ({ verdict, compared, unit, reach, label }: DrawingProps) => {
  const { state, winner, plan } = verdict
  const isProven = (variant: string) => state === 'control' || (state === 'treatment' && variant === winner)
  const isNamed = compared.length > 1
  const axis = TOP + compared.length * (isNamed ? NAMED_ROW : ROW)
  const x = (value: number) => `${percent(value, -reach, reach)}%`
  const span = ([from, to]: readonly [number, number]) => ({
    x: x(from),
    width: `${percent(to - from, 0, 2 * reach)}%`,
  })
  return (
    <svg role="img" aria-label={label} height={axis + 24} className="interval-drawing">
      <rect
        {...span([-plan.minimumEffect, plan.minimumEffect])}
        y={TOP}
        height={axis - TOP}
        className="fill-sunken"
      />
      <line x1="50%" x2="50%" y1={TOP} y2={axis} className="stroke-ink" strokeWidth={1.5} />
      <text x="50%" y={12} textAnchor="middle" className="figure-name">
        No difference
      </text>
      {compared.map(({ variant, label, at, interval, difference }, row) => {
        const middle = isNamed ? TOP + row * NAMED_ROW + 34 : TOP + 21
        const shape = isNamed ? at : 0
        return (
          <g key={variant} className={variantLook(shape)}>
            {isNamed && (
              <text y={middle - 13} className="figure-name">
                {label}
              </text>
            )}
            <rect
              {...span(interval)}
              y={middle - 6}
              height={12}
              rx={6}
              className={isProven(variant) ? 'fill-ok' : 'fill-strong-line'}
            />
            <VariantDot x={x(difference)} y={middle} at={shape} size={19} />
          </g>
        )
      })}
      <line x2="100%" y1={axis} y2={axis} className="stroke-line" />
      {marks(reach, 3).map(mark => (
        <text key={mark} x={x(mark)} y={axis + 17} textAnchor="middle">
          {signed(mark, unit)}
        </text>
      ))}
    </svg>
  )
}
