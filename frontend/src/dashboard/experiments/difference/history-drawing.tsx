import type { SVGProps } from 'react'
import { signed, type Unit } from '../difference-words.ts'
import { VariantDot, variantLook } from '../variant-mark.tsx'
import type { Measured } from './history.ts'
import { marks, percent } from './scale.ts'

const HEIGHT = 196
const ENDS = [0, 100]
/** A telephone has no room for every other one. */
const MOMENTS = [0, 25, 50, 75, 100]

/** The measured difference of another treatment, beside the one that is looked at. */
export type OtherLine = { at: number; points: readonly Measured[] }

type HistoryDrawingProps = {
  points: readonly Measured[]
  reach: number
  unit: Unit
  minimumEffect: number
  moment: (iso: string) => string
  /** The point that is told in words. */
  at: number
  look: number | null
  others: readonly OtherLine[]
} & Pick<SVGProps<SVGSVGElement>, 'onPointerMove' | 'onPointerLeave'>

/** Everything lies in per cents of the plot; the labels stand beside it. What lies beyond the plot is cut off. */
export const HistoryDrawing = (props: HistoryDrawingProps) => {
  const { points, reach, unit, minimumEffect, moment, at, look, others, ...pointer } = props
  const [first = 0, last = 0] = [points[0], points.at(-1)].map(point => Date.parse(point?.at ?? ''))
  const x = (point: Measured) => percent(Date.parse(point.at), first, last)
  const y = (value: number) => percent(value, reach, -reach)
  const line = (of: readonly Measured[], value: (point: Measured) => number) =>
    of.map(point => `${x(point)},${y(value(point))}`)
  const [low, high] = [
    line(points, ({ interval }) => interval[0]),
    line(points, ({ interval }) => interval[1]),
  ]
  const dot = (point: Measured | undefined, variant: number, size: number) =>
    point &&
    Math.abs(point.difference) <= reach && (
      <VariantDot x={`${x(point)}%`} y={`${y(point.difference)}%`} at={variant} size={size} />
    )
  const chosen = points[at]
  const chosenLook = variantLook(look ?? 0)
  return (
    <svg aria-hidden height={HEIGHT} className="history-drawing" {...pointer}>
      {marks(reach, 3).map(mark => (
        <g key={mark}>
          {mark !== 0 && <line x2="100%" y1={`${y(mark)}%`} y2={`${y(mark)}%`} className="stroke-line" />}
          <text x={-8} y={`${y(mark)}%`} dy={4} textAnchor="end">
            {signed(mark, unit)}
          </text>
        </g>
      ))}
      <rect
        width="100%"
        y={`${y(minimumEffect)}%`}
        height={`${y(-minimumEffect) - y(minimumEffect)}%`}
        className="fill-sunken"
      />
      <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none">
        <polygon points={[...high, ...low.toReversed()].join(' ')} className="fill-[var(--range)]" />
        <Curve points={high} className="stroke-strong-line" />
        <Curve points={low} className="stroke-strong-line" />
        <Curve points={line(points, ({ difference }) => difference)} className={chosenLook} strokeWidth={2} />
        {others.map(({ at, points }) => (
          <Curve
            key={at}
            points={line(points, ({ difference }) => difference)}
            className={variantLook(at)}
            strokeWidth={1.25}
          />
        ))}
        {chosen && (
          <Curve points={chosen.interval.map(end => `${x(chosen)},${y(end)}`)} className="stroke-ink" />
        )}
      </svg>
      {others.map(({ at, points }) => (
        <g key={at} className={variantLook(at)}>
          {dot(points.at(-1), at, 11)}
        </g>
      ))}
      <NoDifference startsAbove={startsAbove(points, x)} />
      <g className={chosenLook}>{dot(chosen, look ?? 0, 15)}</g>
      {(points.length < MOMENTS.length ? ENDS : MOMENTS).map(share => (
        <text
          key={share}
          x={`${share}%`}
          y={HEIGHT + 20}
          textAnchor={share === 0 ? 'start' : share === 100 ? 'end' : 'middle'}
          className={share % 50 === 0 ? undefined : 'max-sm:hidden'}
        >
          {moment(new Date(first + (share / 100) * (last - first)).toISOString())}
        </text>
      ))}
    </svg>
  )
}

type CurveProps = Omit<SVGProps<SVGPolylineElement>, 'points'> & { points: readonly string[] }

const Curve = ({ points, ...look }: CurveProps) => (
  <polyline
    points={points.join(' ')}
    fill="none"
    stroke="currentColor"
    strokeLinejoin="round"
    vectorEffect="non-scaling-stroke"
    {...look}
  />
)

/** Whether the line runs above "no difference" where its name stands. */
const startsAbove = (points: readonly Measured[], x: (point: Measured) => number): boolean =>
  points.filter(point => x(point) < 20).reduce((sum, { difference }) => sum + difference, 0) > 0

/** Its name stands on the side where the first points do not lie. */
const NoDifference = ({ startsAbove }: { startsAbove: boolean }) => (
  <>
    <line x2="100%" y1="50%" y2="50%" className="stroke-ink" strokeWidth={1.5} strokeDasharray="5 4" />
    <text x={6} y="50%" dy={startsAbove ? 15 : -6} className="history-name">
      No difference
    </text>
  </>
)
