/** Lines over time, drawn by recharts; loaded only when a chart is shown. Its numbers are in the table beneath it. */
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import {
  alonePoints,
  type ChartData,
  type Line,
  type Point,
  rowsOf,
  ticksOf,
  withOpen,
} from './chart-data.ts'
import { stepNames } from './step-names.ts'

const HEIGHT = 208
/** As many names of steps as stand beside each other in half a page; recharts leaves out what still does not fit. */
const MOST_NAMES = 7
const DOT = 3.5

/** In the order of drawing: the days before lie under the current ones. */
const depth = { before: 0, fifth: 1, fourth: 2, third: 3, second: 4, main: 5 } as const

export const TimeChart = ({ data }: { data: ChartData }) => {
  const names = stepNames(data.step, data.timeZone)
  const rows = rowsOf(data)
  const lines = [...data.lines].sort((a, b) => depth[a.look] - depth[b.look])
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <AreaChart data={rows} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="at"
          tickFormatter={names.axis}
          ticks={ticksOf(data.points, MOST_NAMES)}
          interval="preserveEnd"
          minTickGap={6}
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
        {lines.flatMap(line => drawn(line, data, rows))}
      </AreaChart>
    </ResponsiveContainer>
  )
}

type Rows = ReturnType<typeof rowsOf>

const drawn = ({ id, look }: Line, { isFilled, openFrom }: ChartData, rows: Rows) => {
  const fill = look === 'main' && isFilled ? '' : 'chart-plain'
  const part = (column: string, className: string) => (
    <Area
      key={column}
      dataKey={column}
      type="linear"
      isAnimationActive={false}
      activeDot={{ r: DOT, className: `chart-dot chart-${look}` }}
      dot={<AloneDot look={look} among={alonePoints(rows, column)} />}
      className={`chart-line chart-${look} ${className} ${fill}`}
    />
  )
  return openFrom === null || look === 'before'
    ? [part(id, '')]
    : [part(id, ''), part(withOpen(id), 'chart-open')]
}

type AloneDotProps = {
  look: Line['look']
  among: readonly number[]
  index?: number
  cx?: number
  cy?: number
}

/** recharts gives the place of every value of the line. */
const AloneDot = ({ look, among, index = -1, cx, cy }: AloneDotProps) =>
  among.includes(index) ? <circle cx={cx} cy={cy} r={DOT} className={`chart-dot chart-${look}`} /> : null

const short = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
const compact = (value: number): string => short.format(value)

type ReadingProps = { point: Point; data: ChartData; names: ReturnType<typeof stepNames> }

/** The values under the pointer, each with its day. */
const Reading = ({ point, data, names }: ReadingProps) => (
  <div className="rounded-md border border-strong-line bg-card px-3 py-2 text-sm shadow-lg">
    <p className="mb-1 text-xs text-muted">
      {names.whole(point.at)}
      {point.at === data.openFrom && ', so far'}
    </p>
    {data.lines.map(({ id, name, look }) => (
      <p key={id} className="flex items-center gap-2 tabular-nums">
        <svg aria-hidden width="14" height="4" className={`chart-key chart-${look}`}>
          <line x1="0" x2="14" y1="2" y2="2" />
        </svg>
        {look === 'before' && point.beforeAt ? names.whole(point.beforeAt) : name}
        <span className="ml-auto pl-4 font-semibold">{data.format(point.values[id] ?? null)}</span>
      </p>
    ))}
  </div>
)
