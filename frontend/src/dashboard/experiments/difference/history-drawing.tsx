import { type SVGProps, useId } from 'react'
import { signed, type Unit } from '../difference-words.ts'
import { VariantDot, variantLook } from '../variant-mark.tsx'
import type { Measured } from './history.ts'
import { marks, path, type Scale, scale, spaced } from './scale.ts'

export const PLOT_LEFT = 44
export const PLOT_RIGHT = 12
const HEIGHT = 232
const TOP = 10
const BOTTOM = HEIGHT - 26

/** The measured difference of another treatment, beside the one that is looked at. */
export type OtherLine = { at: number; points: readonly Measured[] }

type HistoryDrawingProps = {
  points: readonly Measured[]
  reach: number
  unit: Unit
  width: number
  minimumEffect: number
  moment: (iso: string) => string
  /** The point that is told in words. */
  at: number
  look: number | null
  others: readonly OtherLine[]
} & Pick<SVGProps<SVGSVGElement>, 'onPointerMove' | 'onPointerLeave'>

/** Where things lie: `x` by a point's time. */
type Plot = { x: (point: Measured) => number; y: Scale; right: number; clip: string }

export const HistoryDrawing = (props: HistoryDrawingProps) => {
  const { points, reach, unit, width, minimumEffect, at, look, others, onPointerMove, onPointerLeave } = props
  const right = Math.max(PLOT_LEFT + 60, width - PLOT_RIGHT)
  const times = [points[0], points.at(-1)].map(point => Date.parse(point?.at ?? ''))
  const across = scale([times[0] ?? 0, times[1] ?? 0], [PLOT_LEFT, right])
  const plot: Plot = {
    x: point => across(Date.parse(point.at)),
    y: scale([-reach, reach], [BOTTOM, TOP]),
    right,
    clip: useId(),
  }
  const chosen = points[at]
  return (
    <svg
      aria-hidden
      width={width}
      height={HEIGHT}
      className="block touch-pan-y overflow-visible [&_*]:transition-none"
      onPointerMove={onPointerMove}
      onPointerLeave={onPointerLeave}
    >
      <Levels {...plot} reach={reach} unit={unit} minimumEffect={minimumEffect} />
      <Range {...plot} points={points} look={look} />
      <OtherLines {...plot} others={others} />
      <NoDifference {...plot} startsAbove={startsAbove(points, plot)} />
      {chosen && <Mark {...plot} point={chosen} look={look} />}
      <Moments {...props} {...plot} />
    </svg>
  )
}

const Levels = ({
  y,
  right,
  reach,
  unit,
  minimumEffect,
}: Plot & Pick<HistoryDrawingProps, 'reach' | 'unit' | 'minimumEffect'>) => (
  <>
    {marks(reach, 3).map(mark => (
      <g key={mark}>
        {mark !== 0 && <line x1={PLOT_LEFT} x2={right} y1={y(mark)} y2={y(mark)} className="stroke-line" />}
        <text x={PLOT_LEFT - 8} y={y(mark) + 4} textAnchor="end" className="fill-muted text-xs tabular-nums">
          {signed(mark, unit)}
        </text>
      </g>
    ))}
    <rect
      x={PLOT_LEFT}
      width={right - PLOT_LEFT}
      y={y(minimumEffect)}
      height={y(-minimumEffect) - y(minimumEffect)}
      className="fill-sunken"
    />
  </>
)

/** The difference inside its range; what lies beyond the plot is cut off. */
const Range = ({ x, y, right, clip, points, look }: Plot & Pick<HistoryDrawingProps, 'points' | 'look'>) => {
  const line = (value: (point: Measured) => number) =>
    points.map(point => [x(point), y(value(point))] as const)
  const low = line(point => point.interval[0])
  const high = line(point => point.interval[1])
  return (
    <>
      <clipPath id={clip}>
        <rect x={PLOT_LEFT} y={TOP} width={right - PLOT_LEFT + PLOT_RIGHT} height={BOTTOM - TOP} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <polygon points={path([...high, ...low.toReversed()])} className="fill-[var(--range)]" />
        <polyline points={path(high)} className="fill-none stroke-strong-line" />
        <polyline points={path(low)} className="fill-none stroke-strong-line" />
        <polyline
          points={path(line(point => point.difference))}
          className={`fill-none stroke-current ${variantLook(look ?? 0)}`}
          strokeWidth={2}
          strokeLinejoin="round"
        />
      </g>
    </>
  )
}

/** Thin, each with its variant's mark at its end. */
const OtherLines = ({ x, y, clip, others }: Plot & Pick<HistoryDrawingProps, 'others'>) =>
  others.map(({ at, points }) => {
    const last = points.at(-1)
    return (
      <g key={at} clipPath={`url(#${clip})`} className={variantLook(at)}>
        <polyline
          points={path(points.map(point => [x(point), y(point.difference)] as const))}
          className="fill-none stroke-current"
          strokeWidth={1.25}
          strokeLinejoin="round"
        />
        {last && <VariantDot x={x(last)} y={y(last.difference)} at={at} size={11} />}
      </g>
    )
  })

const NAME_WIDTH = 90

/** Whether the line runs above "no difference" where its name stands. */
const startsAbove = (points: readonly Measured[], { x }: Plot): boolean =>
  points
    .filter(point => x(point) < PLOT_LEFT + NAME_WIDTH)
    .reduce((sum, { difference }) => sum + difference, 0) > 0

/** Its name stands on the side where the first points do not lie. */
const NoDifference = ({ y, right, startsAbove }: Plot & { startsAbove: boolean }) => (
  <>
    <line
      x1={PLOT_LEFT}
      x2={right}
      y1={y(0)}
      y2={y(0)}
      className="stroke-ink"
      strokeWidth={1.5}
      strokeDasharray="5 4"
    />
    <text
      x={PLOT_LEFT + 6}
      y={y(0) + (startsAbove ? 15 : -6)}
      className="history-name fill-ink text-xs font-medium"
    >
      No difference
    </text>
  </>
)

const Mark = ({ x, y, clip, point, look }: Plot & { point: Measured; look: number | null }) => (
  <g clipPath={`url(#${clip})`} className={variantLook(look ?? 0)}>
    <line
      x1={x(point)}
      x2={x(point)}
      y1={y(point.interval[0])}
      y2={y(point.interval[1])}
      className="stroke-ink"
    />
    <VariantDot x={x(point)} y={y(point.difference)} at={look ?? 0} size={15} />
  </g>
)

/** Pixels from one moment's name to the next: the outer ones stand beside their place, the others around it. */
const MOMENT_GAP = 130

const Moments = ({ points, moment, x }: HistoryDrawingProps & Plot) => {
  const shown = spaced(points, x, MOMENT_GAP)
  const anchor = (at: number) => (at === shown.length - 1 ? 'end' : at === 0 ? 'start' : 'middle')
  return shown.map((point, at) => (
    <text
      key={point.at}
      x={x(point)}
      y={HEIGHT - 6}
      textAnchor={anchor(at)}
      className="fill-muted text-xs tabular-nums"
    >
      {moment(point.at)}
    </text>
  ))
}
