import { ChevronRight } from 'lucide-react'
import { count } from '../../words/format.ts'
import { everyVisitors, signed, type Unit } from '../difference-words.ts'
import { exactMoment, type HistoryPoint } from './history.ts'

type HistoryTableProps = {
  points: readonly HistoryPoint[]
  unit: Unit
  labels: { control: string; treatment: string }
}

/** The figure's numbers as a table, newest first. */
export const HistoryTable = ({ points, unit, labels }: HistoryTableProps) => (
  <details className="group/table mt-3">
    <summary className="dashboard-target flex w-fit cursor-pointer items-center gap-1 py-1 font-medium">
      <ChevronRight aria-hidden size={16} className="transition-transform group-open/table:rotate-90" />
      The same as a table
    </summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
    <section aria-label="History as a table" tabIndex={0} className="goes-on mt-2 max-h-80 overflow-auto">
      <table className="w-full min-w-[36rem] text-left text-sm tabular-nums">
        <caption className="sr-only">
          Everyone who first saw the test up to a moment; whether they converted is as of now
        </caption>
        <thead className="sticky top-0 bg-card text-xs text-muted">
          <tr>
            {[
              'Up to',
              labels.control,
              labels.treatment,
              `Difference in ${everyVisitors(unit)}`,
              'True difference',
            ].map((head, at) => (
              <th key={head} scope="col" className={at === 0 ? HEAD : `${HEAD} text-right`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(point => (
            <tr key={point.at} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-4 font-normal whitespace-nowrap">
                {exactMoment(point.at)}
              </th>
              <td className={CELL}>{ofVisitors(point.control)}</td>
              <td className={CELL}>{ofVisitors(point.treatment)}</td>
              <td className={CELL}>{point.difference === null ? '–' : signed(point.difference, unit)}</td>
              <td className={CELL}>{rangeOf(point, unit)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  </details>
)

const HEAD = 'py-1.5 pr-4 font-medium last:pr-0'
const CELL = 'py-1.5 pr-4 text-right last:pr-0'

const rangeOf = ({ interval }: HistoryPoint, unit: Unit): string =>
  interval === null ? 'Too early' : interval.map(end => signed(end, unit)).join(' to ')

const ofVisitors = ({ visitors, converters }: HistoryPoint['control']): string =>
  `${count(converters)} of ${count(visitors)}`
