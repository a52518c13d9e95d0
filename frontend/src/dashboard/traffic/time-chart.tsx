/** Lines over time, drawn by recharts; loaded only when a chart is shown. Its numbers are in the table beneath it. */
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { count } from '../format.ts'
import type { ChartData, Line } from './chart.ts'
import { stepNames } from './steps.ts'

const HEIGHT = 208

/** In the order of drawing: what is compared with lies under what it is compared to. */
const depth = { before: 0, second: 1, main: 2 } as const

export const TimeChart = ({ data }: { data: ChartData }) => {
  const names = stepNames(data.step, data.timeZone)
  const rows = data.points.map(({ at, values }) => ({ at, ...values }))
  const lines = data.lines.toSorted((a, b) => depth[a.look] - depth[b.look])
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <AreaChart data={rows} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} />
        <XAxis
          dataKey="at"
          tickFormatter={names.axis}
          interval="equidistantPreserveStart"
          minTickGap={28}
          tickLine={false}
          axisLine={false}
          tickMargin={8}
          height={28}
        />
        <YAxis
          width={44}
          allowDecimals={false}
          tickFormatter={compact}
          tickLine={false}
          axisLine={false}
          tickCount={4}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ className: 'chart-cursor' }}
          content={({ active, label }) => {
            const point = active ? data.points.find(({ at }) => at === label) : undefined
            return point ? <Reading point={point} lines={data.lines} title={names.whole(point.at)} /> : null
          }}
        />
        {lines.map(line => drawn(line, data.isFilled))}
      </AreaChart>
    </ResponsiveContainer>
  )
}

const drawn = ({ id, look }: Line, isFilled: boolean) => {
  const shared = {
    dataKey: id,
    type: 'linear',
    isAnimationActive: false,
    className: `chart-line chart-${look} ${look === 'main' && isFilled ? '' : 'chart-plain'}`,
    dot: false,
    activeDot: { r: 3.5, className: `chart-dot chart-${look}` },
  } as const
  return <Area key={id} {...shared} />
}

const short = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 })
const compact = (value: number): string => short.format(value)

type ReadingProps = { point: ChartData['points'][number]; lines: readonly Line[]; title: string }

const Reading = ({ point, lines, title }: ReadingProps) => (
  <div className="rounded-md border border-strong-line bg-card px-3 py-2 text-sm shadow-lg">
    <p className="mb-1 text-xs text-muted">{title}</p>
    {lines.map(({ id, name, look }) => (
      <p key={id} className="flex items-center gap-2 tabular-nums">
        <svg aria-hidden width="14" height="4" className={`chart-key chart-${look}`}>
          <line x1="0" x2="14" y1="2" y2="2" />
        </svg>
        {name}
        <span className="ml-auto pl-4 font-semibold">{count(point.values[id])}</span>
      </p>
    ))}
  </div>
)
