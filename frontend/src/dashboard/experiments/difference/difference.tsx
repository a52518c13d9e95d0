/** The difference between the variants: as it is now, and how it came about. */
import type { ExperimentHistory, Verdict } from '@firsttouch/api/contract/experiments/results'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../pieces/loaded.tsx'
import { unitFor } from '../difference-words.ts'
import { History } from './history.tsx'
import { comparedIn, IntervalFigure } from './interval-figure.tsx'

type DifferenceProps = {
  verdict: Verdict
  history: UseQueryResult<ExperimentHistory>
  children: ReactNode
}

export const Difference = ({ verdict, history, children }: DifferenceProps) => {
  const compared = comparedIn(verdict)
  const reaches = compared.flatMap(({ interval }) => interval.map(Math.abs))
  const figure = { verdict, compared, unit: unitFor(Math.max(...reaches, verdict.plan.minimumEffect)) }
  return (
    <div className="grid divide-y divide-line border-t border-line lg:grid-cols-[2fr_3fr] lg:divide-x lg:divide-y-0">
      <div className="min-w-0 divide-y divide-line">
        <div className="px-4 py-4 sm:px-5">
          <h3 className="mb-4 font-semibold">The difference now</h3>
          <IntervalFigure {...figure} />
        </div>
        {children}
      </div>
      <div className="min-w-0 px-4 py-4 sm:px-5">
        <h3 className="mb-1 font-semibold">How it has narrowed</h3>
        <Loaded query={history} what="history of the test" bare skeleton="h-56">
          {({ points }) => <History {...figure} points={points} />}
        </Loaded>
      </div>
    </div>
  )
}
