/** How the answer has narrowed as visitors came. A slider under the figure tells any moment in words. */
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { useId, useState } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { FigureTable } from '../../pieces/figure-table.tsx'
import { Fold } from '../../pieces/fold.tsx'
import { count } from '../../words/format.ts'
import { variantLabel } from '../../words/variant-names.ts'
import { everyVisitors, signed, type Unit } from '../difference-words.ts'
import { VariantMark } from '../variant-mark.tsx'
import { exactMoment, type Points, readingInWords, readingsOf } from './history-readings.ts'
import type { Compared } from './interval-figure.tsx'

const loadChart = async () => (await import('./history-chart.tsx')).HistoryChart

type HistoryProps = {
  points: Points
  verdict: Verdict
  compared: readonly Compared[]
  /** The same in both figures. */
  unit: Unit
}

/** Of several treatments one is looked at, at first the one that leads; the others' lines are drawn beside its own. */
export const History = ({ points, verdict, compared, unit }: HistoryProps) => {
  const [chosen, choose] = useState('')
  const shown = compared.find(({ variant }) => variant === (chosen || verdict.leading)) ?? compared[0]
  if (!shown || readingsOf(points, shown.variant).length < 2)
    return (
      <p className="text-muted">The picture begins with the second reading, within a quarter of an hour.</p>
    )
  const control = variantLabel(verdict.testName, verdict.arms[0]?.variant ?? '')
  return (
    <>
      {compared.length > 1 && (
        <ArmChoice compared={compared} chosen={shown.variant} onChoose={choose} control={control} />
      )}
      <Figure {...{ points, compared, unit, shown, minimumEffect: verdict.plan.minimumEffect }} />
      <p className="mt-1 text-xs text-muted">
        By when visitors first saw the test; whether they converted is as of now.
      </p>
      <Table points={points} shown={shown} unit={unit} control={control} />
    </>
  )
}

type FigureProps = Omit<HistoryProps, 'verdict'> & { shown: Compared; minimumEffect: number }

const Figure = ({ points, compared, shown, unit, minimumEffect }: FigureProps) => {
  const id = useId()
  const Chart = useLoaded(loadChart)
  const [place, look] = useState<number | null>(null)
  const readings = readingsOf(points, shown.variant)
  const last = readings.length - 1
  const chosen = Math.min(place ?? last, last)
  const reading = readings[chosen]
  if (!reading) return null
  const when = chosen === last ? 'Now' : exactMoment(reading.at)
  const words = readingInWords(reading, when, shown.label, unit)
  return (
    <figure aria-labelledby={id}>
      <p id={id} className="mb-2 min-h-16 sm:min-h-11">
        {words}
      </p>
      <div aria-hidden className="history-chart">
        {Chart ? (
          <Chart
            {...{ readings, unit, minimumEffect, chosen, onLook: look }}
            shown={shown.at}
            others={compared.map(({ at }) => at).filter(at => at !== shown.at)}
          />
        ) : (
          <Skeleton className="h-60" />
        )}
      </div>
      <input
        type="range"
        aria-label="Look at an earlier moment"
        aria-valuetext={words}
        min={0}
        max={last}
        value={chosen}
        onChange={event => look(Number(event.target.value))}
        onBlur={() => look(null)}
        className="history-slider"
      />
    </figure>
  )
}

type ArmChoiceProps = {
  compared: readonly Compared[]
  chosen: string
  onChoose: (variant: string) => void
  control: string
}

const ArmChoice = ({ compared, chosen, onChoose, control }: ArmChoiceProps) => {
  const name = useId()
  return (
    <fieldset className="mb-2">
      <legend className="text-sm text-muted">Against {control}:</legend>
      <div className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {compared.map(({ variant, label, at }) => (
          <label key={variant} className="dashboard-target flex cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={variant === chosen}
              onChange={() => onChoose(variant)}
              className="size-(--checkbox) shrink-0 accent-ink"
            />
            <VariantMark at={at} /> {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type TableProps = { points: Points; shown: Compared; unit: Unit; control: string }

/** The figure's numbers as a table, newest first. */
const Table = ({ points, shown, unit, control }: TableProps) => (
  <Fold summary="The same as a table" look="py-1 font-medium" className="mt-3">
    <FigureTable
      caption="Everyone who first saw the test up to a moment; whether they converted is as of now"
      label="History as a table"
      heads={['Up to', control, shown.label, `Difference in ${everyVisitors(unit)}`, 'True difference']}
      rows={points.toReversed().map(({ at, arms }) => {
        const own = arms.find(({ variant }) => variant === shown.variant)
        return {
          key: at,
          head: <span className="whitespace-nowrap">{exactMoment(at)}</span>,
          cells: [
            ...[arms[0], own].map(arm => `${count(arm?.converters)} of ${count(arm?.visitors)}`),
            own?.difference == null ? '–' : signed(own.difference, unit),
            own?.interval?.map(end => signed(end, unit)).join(' to ') ?? 'Too early',
          ],
        }
      })}
      className="mt-2 max-h-80"
      look="min-w-[36rem] text-sm"
    />
  </Fold>
)
