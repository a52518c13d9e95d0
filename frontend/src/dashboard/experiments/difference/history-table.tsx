import { FigureTable } from '../../pieces/figure-table.tsx'
import { Fold } from '../../pieces/fold.tsx'
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
  <Fold summary="The same as a table" look="py-1 font-medium" className="mt-3">
    <FigureTable
      caption="Everyone who first saw the test up to a moment; whether they converted is as of now"
      label="History as a table"
      heads={[
        'Up to',
        labels.control,
        labels.treatment,
        `Difference in ${everyVisitors(unit)}`,
        'True difference',
      ]}
      rows={points.toReversed().map(point => ({
        key: point.at,
        head: <span className="whitespace-nowrap">{exactMoment(point.at)}</span>,
        cells: [
          ofVisitors(point.control),
          ofVisitors(point.treatment),
          point.difference === null ? '–' : signed(point.difference, unit),
          rangeOf(point, unit),
        ],
      }))}
      className="mt-2 max-h-80"
      look="min-w-[36rem] text-sm"
    />
  </Fold>
)

const rangeOf = ({ interval }: HistoryPoint, unit: Unit): string =>
  interval === null ? 'Too early' : interval.map(end => signed(end, unit)).join(' to ')

const ofVisitors = ({ visitors, converters }: HistoryPoint['control']): string =>
  `${count(converters)} of ${count(visitors)}`
