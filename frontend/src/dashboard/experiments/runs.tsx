/** Every run of an experiment, newest first; each keeps its plan and its result. */
import type { Run } from '@firsttouch/api/contract/experiments/results'
import type { UseQueryResult } from '@tanstack/react-query'
import { Loaded } from '../pieces/loaded.tsx'
import { count, percent } from '../words/format.ts'
import { variantLabel } from '../words/variant-names.ts'
import { amount, dayOf, everyVisitors, unitFor } from './difference-words.ts'
import { goalName } from './goal-words.ts'
import { Newest } from './newest.tsx'
import { rateOf } from './variant-counts.tsx'

type RunsProps = {
  query: UseQueryResult<Run[]>
  /** The present run's split is broken: what it seemed to show is not repeated here. */
  inDoubt: boolean
}

export const Runs = ({ query, inDoubt }: RunsProps) => (
  <div className="border-t border-line px-4 py-4 sm:px-5">
    <h3 className="mb-2 font-semibold">Runs of this test</h3>
    <Loaded query={query} what="runs of the test" bare skeleton="h-12">
      {runs => (
        <Newest label="Runs" items={runs}>
          {run => (
            <li
              key={run.id}
              className="grid gap-x-6 gap-y-0.5 py-2 tabular-nums lg:grid-cols-[16rem_15rem_minmax(0,1fr)]"
            >
              <span>{spanOf(run)}</span>
              <span className="text-muted">{planOf(run)}</span>
              <span>
                {inDoubt && run.endedAt === null
                  ? 'In doubt: visitors are not shared out as planned.'
                  : outcomeOf(run)}
              </span>
            </li>
          )}
        </Newest>
      )}
    </Loaded>
  </div>
)

const RATES = new Intl.ListFormat('en-GB', { type: 'unit' })

export const outcomeOf = ({ testName, decision, endedAt, variants }: Run): string => {
  if (!decision) return endedAt ? 'Ended without a result.' : 'No result yet.'
  const label = (variant = '') => variantLabel(testName, variant)
  const rates = RATES.format(
    decision.arms.map(
      arm => `${percent(arm.visitors === 0 ? null : rateOf(arm), 2)} with ${label(arm.variant)}`,
    ),
  )
  const found =
    decision.outcome === 'no_difference'
      ? 'No difference worth having'
      : `${label(decision.outcome === 'control' ? variants[0] : (decision.winner ?? undefined))} converts better`
  return `${found}: ${rates}. Decided on ${dayOf(decision.at)}.`
}

export const spanOf = ({ startedAt, endedAt }: Run): string =>
  `${startedAt ? `From ${dayOf(startedAt)}` : 'From the first visitor'} to ${endedAt ? dayOf(endedAt) : 'now'}`

/** The size if one is known, and the goal if it differs from the default. */
export const planOf = ({ targetVisitors, minimumEffect, goal }: Run): string => {
  const unit = unitFor(minimumEffect)
  const size =
    targetVisitors === null
      ? 'Without a planned size'
      : `${count(targetVisitors)} visitors, to find ${amount(minimumEffect, unit)} more in ${everyVisitors(unit)}`
  return goal === 'any' ? size : `${size}; goal: ${goalName(goal)}`
}
