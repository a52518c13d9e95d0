/** Line chart by Recharts, loaded when a chart is shown. */
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { type ChartData, isAlone, type Line, type Point, rowsOf, withOpen } from './chart-data.ts'
import { LineKey } from './line-key.tsx'
import { stepNames } from './step-names.ts'

const HEIGHT = 288
const DOT = 3.5

type TimeChartProps = { data: ChartData; onPoint?: ((at: string) => void) | undefined }

export const TimeChart = ({ data, onPoint }: TimeChartProps) => {
  const names = stepNames(data.step, data.timeZone)
  const rows = rowsOf(data)
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <AreaChart
        data={rows}
        accessibilityLayer={false}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        className={onPoint ? 'cursor-pointer' : ''}
        onClick={({ activeLabel }, { nativeEvent }) => {
          // A touch only shows the figures of the point and does not open it.
          const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch'
          if (!isTouch && typeof activeLabel === 'string') onPoint?.(activeLabel)
        }}
      >
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="at"
          tickFormatter={names.axis}
          interval="preserveEnd"
          minTickGap={24}
          tickLine={false}
          axisLine={false}
          tickMargin={8}
          height={28}
        />
        <YAxis
          width={44}
          allowDecimals={data.axis !== undefined}
          tickFormatter={data.axis ?? compact}
          tickLine={false}
          axisLine={false}
          tickCount={4}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ className: 'chart-cursor' }}
          content={({ active, label }) => {
            const point = active ? data.points.find(({ at }) => at === label) : undefined
            return point ? <Reading point={point} data={data} names={names} /> : null
          }}
        />
        {data.lines.toReversed().flatMap(line => drawn(line, data, rows))}
      </AreaChart>
    </ResponsiveContainer>
  )
}

const drawn = ({ id, look }: Line, { isFilled, openFrom }: ChartData, rows: ReturnType<typeof rowsOf>) => {
  const fill = look === 'main' && isFilled ? '' : 'chart-plain'
  const part = (column: string, className: string) => (
    <Area
      key={column}
      dataKey={column}
      type="linear"
      isAnimationActive={false}
      activeDot={{ r: DOT, className: `chart-dot chart-${look}` }}
      dot={({ key, index, cx, cy }) =>
        isAlone(rows, column, index) && (
          <circle key={key} cx={cx} cy={cy} r={DOT} className={`chart-dot chart-${look}`} />
        )
      }
      className={`chart-line chart-${look} ${className} ${fill}`}
    />
  )
  return openFrom === null || look === 'before'
    ? [part(id, '')]
    : [part(id, ''), part(withOpen(id), 'chart-open')]
}

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 }).format

type ReadingProps = { point: Point; data: ChartData; names: ReturnType<typeof stepNames> }

const Reading = ({ point, data, names }: ReadingProps) => (
  <div className="rounded-md border border-strong-line bg-card px-3 py-2 text-sm shadow-lg">
    <p className="mb-1 text-xs text-muted">
      {names.whole(point.at)}
      {point.at === data.openFrom && ', so far'}
    </p>
    {data.lines.map(({ id, name, look }) => (
      <p key={id} className="flex items-center gap-2 tabular-nums">
        <LineKey look={look} />
        {look === 'before' && point.beforeAt ? names.whole(point.beforeAt) : name}
        <span className="ml-auto pl-4 font-semibold">{data.format(point.values[id] ?? null)}</span>
      </p>
    ))}
  </div>
)
