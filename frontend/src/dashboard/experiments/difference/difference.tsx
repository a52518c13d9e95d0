/** The difference between the variants: as it is now, and how it came about. */
import type { ExperimentHistory, Verdict } from '@firsttouch/api/contract/experiments/results'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loaded } from '../../pieces/loaded.tsx'
import { variantLabel } from '../../words/variant-names.ts'
import { type Unit, unitFor } from '../difference-words.ts'
import { ArmChoice } from './arm-choice.tsx'
import { comparedIn, pairOf } from './arms.ts'
import { isMeasured } from './history.ts'
import { HistoryFigure } from './history-figure.tsx'
import { HistoryTable } from './history-table.tsx'
import { IntervalFigure } from './interval-figure.tsx'

type DifferenceProps = {
  verdict: Verdict
  history: UseQueryResult<ExperimentHistory>
  children: ReactNode
}

export const Difference = ({ verdict, history, children }: DifferenceProps) => {
  const compared = comparedIn(verdict)
  const reaches = compared.flatMap(({ interval }) => interval.map(Math.abs))
  const unit = unitFor(Math.max(...reaches, verdict.plan.minimumEffect))
  return (
    <div className="grid divide-y divide-line border-t border-line lg:grid-cols-[2fr_3fr] lg:divide-x lg:divide-y-0">
      <div className="min-w-0 divide-y divide-line">
        <div className="px-4 py-4 sm:px-5">
          <h3 className="mb-4 font-semibold">The difference now</h3>
          <IntervalFigure verdict={verdict} unit={unit} compared={compared} />
        </div>
        {children}
      </div>
      <div className="min-w-0 px-4 py-4 sm:px-5">
        <h3 className="mb-1 font-semibold">How it has narrowed</h3>
        <Loaded query={history} what="history of the test" bare skeleton="h-56">
          {({ points }) => <History points={points} unit={unit} verdict={verdict} />}
        </Loaded>
      </div>
    </div>
  )
}

type HistoryProps = {
  points: ExperimentHistory['points']
  /** The same in both figures. */
  unit: Unit
  verdict: Verdict
}

/** Of several treatments one is looked at, at first the one that leads; the others' lines are drawn beside its own. */
const History = ({ points, unit, verdict }: HistoryProps) => {
  const [chosen, choose] = useState('')
  const compared = comparedIn(verdict)
  const shown = compared.find(({ variant }) => variant === (chosen || verdict.leading)) ?? compared[0]
  const pair = shown ? pairOf(points, shown.variant) : []
  const measured = pair.filter(isMeasured)
  if (!shown || measured.length < 2)
    return (
      <p className="text-muted">The picture begins with the second reading, within a quarter of an hour.</p>
    )
  const control = variantLabel(verdict.testName, verdict.arms[0]?.variant ?? '')
  const others = compared.filter(({ variant }) => variant !== shown.variant)
  return (
    <>
      {others.length > 0 && (
        <ArmChoice compared={compared} chosen={shown.variant} onChoose={choose} control={control} />
      )}
      <HistoryFigure
        points={measured}
        unit={unit}
        minimumEffect={verdict.plan.minimumEffect}
        treatment={shown.label}
        look={others.length > 0 ? shown.at : null}
        others={others.map(({ variant, at }) => ({ at, points: pairOf(points, variant).filter(isMeasured) }))}
      />
      <p className="mt-1 text-xs text-muted">
        By when visitors first saw the test; whether they converted is as of now.
      </p>
      <HistoryTable points={pair} unit={unit} labels={{ control, treatment: shown.label }} />
    </>
  )
}
