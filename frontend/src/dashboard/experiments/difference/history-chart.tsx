/** The difference over time with the range of the true one, drawn by recharts; loaded only where it is shown. */
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  XAxis,
  YAxis,
} from 'recharts'
import { signed, type Unit } from '../difference-words.ts'
import { VariantDot, variantLook } from '../variant-mark.tsx'
import { momentOf, type Reading, reachOf } from './history-readings.ts'
import { marks } from './scale.ts'

const HEIGHT = 240

type HistoryChartProps = {
  readings: readonly Reading[]
  /** The place among the variants of the treatment that the readings are of. */
  shown: number
  /** Of other treatments the measured difference is drawn. */
  others: readonly number[]
  unit: Unit
  minimumEffect: number
  /** Index of the reading that the text describes. */
  chosen: number
  onLook: (place: number | null) => void
}

export const HistoryChart = (props: HistoryChartProps) => {
  const { readings, shown, others, unit, minimumEffect, chosen, onLook } = props
  const reach = reachOf(readings, minimumEffect)
  const moment = momentOf(readings)
  const rows = readings.map(reading => ({ ...reading, time: Date.parse(reading.at) }))
  const [from = 0, to = 0] = [rows[0]?.time, rows.at(-1)?.time]
  const looked = rows[chosen]
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <ComposedChart
        data={rows}
        accessibilityLayer={false}
        margin={{ top: 12, right: 24, bottom: 0, left: 0 }}
        onMouseMove={({ activeTooltipIndex }) => onLook(placeOf(activeTooltipIndex))}
        onMouseLeave={() => onLook(null)}
      >
        <ReferenceArea y1={-minimumEffect} y2={minimumEffect} className="history-small" />
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="time"
          type="number"
          domain={[from, to]}
          ticks={[0, 0.25, 0.5, 0.75, 1].map(share => from + share * (to - from))}
          tickFormatter={time => moment(new Date(time).toISOString())}
          interval="preserveStartEnd"
          minTickGap={16}
          tickLine={false}
          axisLine={false}
          height={28}
          tickMargin={8}
        />
        <YAxis
          domain={[-reach, reach]}
          allowDataOverflow
          ticks={marks(reach, 3)}
          tickFormatter={mark => signed(mark, unit)}
          width={44}
          tickLine={false}
          axisLine={false}
        />
        <Area
          dataKey="interval"
          type="linear"
          isAnimationActive={false}
          activeDot={false}
          className="history-range"
        />
        <ReferenceLine
          y={0}
          className="history-zero"
          label={{ value: 'No difference', position: nameSide(readings), className: 'figure-name' }}
        />
        {looked && (
          <ReferenceLine
            segment={looked.interval.map(y => ({ x: looked.time, y })) as [Point, Point]}
            ifOverflow="hidden"
            className="history-looked"
          />
        )}
        {others.map(at => lineOf(at, at, rows.length - 1, { strokeWidth: 1.25, size: 11 }))}
        {lineOf(shown, others.length > 0 ? shown : 0, chosen, { strokeWidth: 2, size: 15 })}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

/** On the side of the line where the first readings do not lie. */
const nameSide = (readings: readonly Reading[]) =>
  readings.slice(0, readings.length / 5).reduce((sum, { difference }) => sum + difference, 0) > 0
    ? 'insideTopLeft'
    : 'insideBottomLeft'

type Point = { x: number; y: number }

const placeOf = (index: unknown): number | null => (index == null ? null : Number(index))

/** The difference of a variant, with its mark at the reading `marked`. */
const lineOf = (
  variant: number,
  look: number,
  marked: number,
  { strokeWidth, size }: { strokeWidth: number; size: number },
) => (
  <Line
    key={variant}
    dataKey={({ arms }: Reading) => arms[variant]?.difference}
    type="linear"
    isAnimationActive={false}
    dot={({ key, index, cx, cy }) =>
      index === marked && (
        <g key={key} className={variantLook(look)}>
          <VariantDot x={String(cx)} y={Number(cy)} at={look} size={size} />
        </g>
      )
    }
    activeDot={false}
    stroke="currentColor"
    strokeWidth={strokeWidth}
    className={variantLook(look)}
  />
)
