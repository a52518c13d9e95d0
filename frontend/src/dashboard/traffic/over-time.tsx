import './chart.css'
import { ChevronRight } from 'lucide-react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import type { ChartData } from './chart-data.ts'
import { STEP_WORDS, stepNames } from './step-names.ts'

const loadChart = async () => (await import('./time-chart.tsx')).TimeChart

type OverTimeProps = {
  /** What the chart is of, for whoever does not see it. */
  label: string
  data: ChartData
  /** Other days are being fetched: these are the ones before. */
  isOld: boolean
}

/** A chart with its legend, and the same numbers as a table. */
export const OverTime = ({ label, data, isOld }: OverTimeProps) => (
  <>
    <Legend data={data} />
    <div aria-hidden className={isOld ? 'chart opacity-50' : 'chart'}>
      <Drawing data={data} />
    </div>
    <details className="group/table mt-1">
      <summary className="dashboard-target flex w-fit cursor-pointer items-center gap-1 py-1 text-sm text-muted hover:text-ink">
        <ChevronRight aria-hidden size={14} className="transition-transform group-open/table:rotate-90" />
        The same as a table<span className="sr-only">: {label}</span>
      </summary>
      <Table label={label} data={data} />
    </details>
  </>
)

const Drawing = ({ data }: { data: ChartData }) => {
  const TimeChart = useLoaded(loadChart)
  return TimeChart ? <TimeChart data={data} /> : <Skeleton className="h-52" />
}

const Legend = ({ data }: { data: ChartData }) => (
  <ul aria-hidden className="mb-1 flex flex-wrap gap-x-4 text-xs text-muted">
    {data.lines.map(({ id, name, look }) => (
      <li key={id} className="flex items-center gap-1.5">
        <svg aria-hidden width="14" height="4" className={`chart-key chart-${look}`}>
          <line x1="0" x2="14" y1="2" y2="2" />
        </svg>
        {name}
      </li>
    ))}
    {data.openFrom !== null && (
      <li className="flex items-center gap-1.5">
        <svg aria-hidden width="14" height="4" className="chart-key chart-main chart-open">
          <line x1="0" x2="14" y1="2" y2="2" />
        </svg>
        {OPEN_WORDS[data.step]}
      </li>
    )}
  </ul>
)

/** Of a step that is not over. */
const OPEN_WORDS = { hour: 'This hour so far', day: 'Today so far', month: 'This month so far' } as const

const Table = ({ label, data }: { label: string; data: ChartData }) => {
  const names = stepNames(data.step, data.timeZone)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <section aria-label={`${label} as a table`} tabIndex={0} className="goes-on mt-1 max-h-72 overflow-auto">
      <table className="w-full text-left text-xs tabular-nums sm:text-sm">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-card text-xs text-muted">
          <tr>
            <th scope="col" className="py-1.5 pr-1 sm:pr-3 font-medium">
              {STEP_WORDS[data.step]}
            </th>
            {data.lines.map(({ id, name }) => (
              <th key={id} scope="col" className="py-1.5 pl-2 text-right sm:pl-3 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...data.points].reverse().map(({ at, values }) => (
            <tr key={at} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-1 sm:pr-3 font-normal">
                <span className="whitespace-nowrap">{names.whole(at)}</span>{' '}
                {at === data.openFrom && <span className="whitespace-nowrap text-muted">(so far)</span>}
              </th>
              {data.lines.map(({ id }) => (
                <td key={id} className="py-1.5 pl-2 text-right sm:pl-3">
                  {data.format(values[id] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
