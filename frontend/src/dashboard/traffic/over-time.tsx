import './chart.css'
import { AsTable } from '../pieces/figure-table.tsx'
import { lazily } from '../pieces/lazily.tsx'
import type { ChartData } from './chart-data.ts'
import { LineKey } from './line-key.tsx'
import { STEP_WORDS, stepNames } from './step-names.ts'

const TimeChart = lazily(async () => (await import('./time-chart.tsx')).TimeChart, 'h-72')

type OverTimeProps = { label: string; data: ChartData; isOld: boolean }

export const OverTime = ({ label, data, isOld }: OverTimeProps) => (
  <>
    <Legend data={data} />
    <div aria-hidden className={isOld ? 'chart opacity-50' : 'chart'}>
      <TimeChart data={data} />
    </div>
    <Table label={label} data={data} />
  </>
)

const Legend = ({ data }: { data: ChartData }) => (
  <ul aria-hidden className="mb-1 flex flex-wrap gap-x-4 text-xs text-muted">
    {data.lines.map(({ id, name, look }) => (
      <li key={id} className="flex items-center gap-1.5">
        <LineKey look={look} />
        {name}
      </li>
    ))}
    {data.openFrom !== null && (
      <li className="flex items-center gap-1.5">
        <LineKey look="main chart-open" />
        {OPEN_WORDS[data.step]}
      </li>
    )}
  </ul>
)

const OPEN_WORDS = { hour: 'This hour so far', day: 'Today so far', month: 'This month so far' } as const

const Table = ({ label, data }: { label: string; data: ChartData }) => {
  const names = stepNames(data.step, data.timeZone)
  return (
    <AsTable
      label={label}
      heads={[STEP_WORDS[data.step], ...data.lines.map(({ name }) => name)]}
      rows={data.points.toReversed().map(({ at, values }) => ({
        key: at,
        head: (
          <>
            <span className="whitespace-nowrap">{names.whole(at)}</span>{' '}
            {at === data.openFrom && <span className="whitespace-nowrap text-muted">(so far)</span>}
          </>
        ),
        cells: data.lines.map(({ id }) => data.format(values[id] ?? null)),
      }))}
    />
  )
}
