import type { Run } from '@firsttouch/api/contract/experiments/results'
import type { UseQueryResult } from '@tanstack/react-query'
import { Loaded } from '../../pieces/loaded.tsx'
import { Newest } from '../newest.tsx'
import { outcomeOf, planOf, spanOf } from './run-words.ts'

type RunsProps = {
  query: UseQueryResult<Run[]>
  /** The present run's split is broken: what it seemed to show is not repeated here. */
  inDoubt: boolean
  isPaused: boolean
}

/** Every run of an experiment, newest first; each keeps its plan and its result. */
export const Runs = ({ query, inDoubt, isPaused }: RunsProps) => (
  <div className="border-t border-line px-4 py-4 sm:px-5">
    <h3 className="mb-2 font-semibold">Runs of this test</h3>
    <Loaded query={query} what="runs of the test" bare skeleton="h-12">
      {runs => (
        <Newest items={runs} noun="runs">
          {run => (
            <li key={run.id} className="grid gap-x-6 gap-y-0.5 py-2 lg:grid-cols-[16rem_15rem_minmax(0,1fr)]">
              <span className="tabular-nums">{spanOf(run)}</span>
              <span className="text-muted tabular-nums">{planOf(run)}</span>
              <span className="tabular-nums">
                {inDoubt && run.endedAt === null
                  ? 'Running, in doubt: visitors are not shared out as planned.'
                  : outcomeOf(run, isPaused)}
              </span>
            </li>
          )}
        </Newest>
      )}
    </Loaded>
  </div>
)
