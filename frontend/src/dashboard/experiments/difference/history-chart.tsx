/** The difference over time with the range of the true one, drawn by recharts; loaded only where it is shown. */
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { signed, type Unit } from '../difference-words.ts'
import { marks, momentOf, type Reading, reachOf, readingInWords } from './history-readings.ts'

const HEIGHT = 240

type HistoryChartProps = {
  readings: readonly Reading[]
  /** Of the treatment. */
  label: string
  unit: Unit
  minimumEffect: number
}

export const HistoryChart = ({ readings, label, unit, minimumEffect }: HistoryChartProps) => {
  const reach = reachOf(readings, minimumEffect)
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <ComposedChart
        data={[...readings]}
        accessibilityLayer={false}
        margin={{ top: 12, right: 24, bottom: 0, left: 0 }}
      >
        <ReferenceArea y1={-minimumEffect} y2={minimumEffect} className="history-small" />
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="at"
          tickFormatter={momentOf(readings)}
          interval="preserveStartEnd"
          minTickGap={32}
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
        <Tooltip
          isAnimationActive={false}
          cursor={{ className: 'chart-cursor' }}
          content={({ active, label: at }) => {
            const reading = active ? readings.find(one => one.at === at) : undefined
            return reading ? (
              <p className="max-w-64 rounded-md border border-strong-line bg-card px-3 py-2 text-sm shadow-lg">
                {readingInWords(reading, label, unit)}
              </p>
            ) : null
          }}
        />
        <Area
          dataKey="interval"
          type="linear"
          isAnimationActive={false}
          activeDot={false}
          className="history-range"
        />
        <ReferenceLine y={0} className="history-zero" />
        <Line
          dataKey="difference"
          type="linear"
          isAnimationActive={false}
          dot={false}
          activeDot={false}
          className="history-measured"
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}
