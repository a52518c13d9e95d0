import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { Eye } from 'lucide-react'
import { ChangedNumber } from '../../pieces/changed-number.tsx'
import { count, counted } from '../../words/format.ts'
import { capitalised } from '../../words/plural.ts'
import { dayOf, roughly } from '../difference-words.ts'
import { isAhead, isDecided, visitorsOf } from './advice.ts'

/** How far a run is on its way to the planned size, and why looking at it is safe. */
export const Progress = ({ verdict }: { verdict: Verdict }) => {
  const { plan, daysRun, startedAt } = verdict
  const visitors = visitorsOf(verdict)
  return (
    <div className="space-y-3 self-start lg:pt-1">
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold tabular-nums">
            <ChangedNumber value={visitors}>{count(visitors)}</ChangedNumber> of {count(plan.plannedVisitors)}{' '}
            planned visitors
          </span>
        </p>
        <meter
          className="rate-bar my-2"
          min={0}
          max={plan.plannedVisitors}
          value={Math.min(visitors, plan.plannedVisitors)}
          aria-label="Visitors so far, of those planned"
        />
        <p className="flex flex-wrap justify-between gap-x-4 text-muted tabular-nums">
          {startedAt === null ? (
            <span>Begins with the first visitor</span>
          ) : (
            <>
              <span>
                Since {dayOf(startedAt)}, {counted(daysRun, 'days')}
              </span>
              <span>{whatIsLeft(verdict)}</span>
            </>
          )}
        </p>
      </div>
      <p className="flex gap-2 text-muted">
        <Eye aria-hidden size={16} className="mt-0.5 shrink-0" />
        <span>
          <span className="font-medium text-ink">Watching is safe.</span> Look as often as you like: the
          verdict allows for it, so an early look cannot mislead you.
        </span>
      </p>
    </div>
  )
}

/** Days before which no verdict is given. */
const WHOLE_WEEKS = 14

const whatIsLeft = (verdict: Verdict): string => {
  const { daysLeft } = verdict.plan
  if (isAhead(verdict)) return `Verdict in ${roughly(WHOLE_WEEKS - verdict.daysRun)}`
  if (isDecided(verdict) && verdict.decidedAt) return `Decided on ${dayOf(verdict.decidedAt)}`
  if (daysLeft === null) return 'No end in sight at this pace'
  return daysLeft === 0 ? 'Planned end reached' : capitalised(`${roughly(daysLeft)} left`)
}
