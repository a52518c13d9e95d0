import './chart.css'
import { AsTable } from '../pieces/figure-table.tsx'
import { lazily } from '../pieces/lazily.tsx'
import type { ChartData } from './chart-data.ts'
import { LineKey } from './line-key.tsx'
import { STEP_WORDS, stepNames } from './step-names.ts'

const TimeChart = lazily(async () => (await import('./time-chart.tsx')).TimeChart, 'h-72')

/** If each point of the chart is a day, `onDay` opens the clicked day. */
type OverTimeProps = { label: string; data: ChartData; isOld: boolean; onDay?: (day: string) => void }

export const OverTime = ({ label, data, isOld, onDay }: OverTimeProps) => {
  const { day } = stepNames(data.step, data.timeZone)
  const onPoint = onDay && data.step === 'day' ? (at: string) => onDay(day(at)) : undefined
  return (
    <>
      <Legend data={data} isOpened={onPoint !== undefined} />
      <div aria-hidden className={isOld ? 'chart opacity-50' : 'chart'}>
        <TimeChart data={data} onPoint={onPoint} />
      </div>
      <Table label={label} data={data} onPoint={onPoint} />
    </>
  )
}

const Legend = ({ data, isOpened }: { data: ChartData; isOpened: boolean }) => (
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
    {isOpened && <li className="ml-auto pointer-coarse:hidden">Click a day to see only that day</li>}
  </ul>
)

const OPEN_WORDS = { hour: 'This hour so far', day: 'Today so far', month: 'This month so far' } as const

type OnPoint = ((at: string) => void) | undefined

const Table = ({ label, data, onPoint }: { label: string; data: ChartData; onPoint: OnPoint }) => {
  const names = stepNames(data.step, data.timeZone)
  return (
    <AsTable
      label={label}
      heads={[STEP_WORDS[data.step], ...data.lines.map(({ name }) => name)]}
      rows={data.points.toReversed().map(({ at, values }) => ({
        key: at,
        head: (
          <>
            {onPoint ? (
              <button type="button" className="whitespace-nowrap underline" onClick={() => onPoint(at)}>
                {names.whole(at)}
              </button>
            ) : (
              <span className="whitespace-nowrap">{names.whole(at)}</span>
            )}{' '}
            {at === data.openFrom && <span className="whitespace-nowrap text-muted">(so far)</span>}
          </>
        ),
        cells: data.lines.map(({ id }) => data.format(values[id] ?? null)),
      }))}
    />
  )
}
