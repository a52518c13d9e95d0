/** The difference between the variants: as it is now, and how it came about. */
import type { ExperimentHistory, Verdict } from '@firsttouch/api/contract/experiments/results'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Loaded } from '../../pieces/loaded.tsx'
import { variantLabel } from '../../words/variant-names.ts'
import { type Unit, unitFor } from '../difference-words.ts'
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
  const [control = '', treatment = ''] = verdict.arms.map(arm => variantLabel(verdict.testName, arm.variant))
  const unit = unitFor(Math.max(...(verdict.interval ?? []).map(Math.abs), verdict.plan.minimumEffect))
  return (
    <div className="grid divide-y divide-line border-t border-line lg:grid-cols-[2fr_3fr] lg:divide-x lg:divide-y-0">
      <div className="min-w-0 divide-y divide-line">
        <div className="px-4 py-4 sm:px-5">
          <h3 className="mb-4 font-semibold">The difference now</h3>
          <IntervalFigure verdict={verdict} unit={unit} labels={{ control, treatment }} />
        </div>
        {children}
      </div>
      <div className="min-w-0 px-4 py-4 sm:px-5">
        <h3 className="mb-1 font-semibold">How it has narrowed</h3>
        <Loaded query={history} what="history of the test" skeleton={<Skeleton className="h-56" />}>
          {({ points }) => (
            <HistoryPart
              points={points}
              unit={unit}
              minimumEffect={verdict.plan.minimumEffect}
              labels={{ control, treatment }}
            />
          )}
        </Loaded>
      </div>
    </div>
  )
}

type HistoryPartProps = {
  points: ExperimentHistory['points']
  /** The same in both figures. */
  unit: Unit
  minimumEffect: number
  labels: { control: string; treatment: string }
}

const HistoryPart = ({ points, unit, minimumEffect, labels }: HistoryPartProps) => {
  const measured = points.filter(isMeasured)
  if (measured.length < 2)
    return (
      <p className="text-muted">The picture begins with the second reading, within a quarter of an hour.</p>
    )
  return (
    <>
      <HistoryFigure
        points={measured}
        unit={unit}
        minimumEffect={minimumEffect}
        treatment={labels.treatment}
      />
      <p className="mt-1 text-xs text-muted">
        By when visitors first saw the test; whether they converted is as of now.
      </p>
      <HistoryTable points={points} unit={unit} labels={labels} />
    </>
  )
}
