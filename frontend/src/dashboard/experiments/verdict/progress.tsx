import { isAhead, WHOLE_WEEKS } from '@firsttouch/api/contract/experiments/not-known'
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { Eye } from 'lucide-react'
import { ChangedNumber } from '../../pieces/changed-number.tsx'
import { count, counted } from '../../words/format.ts'
import { capitalised, plural } from '../../words/plural.ts'
import { amount, dayOf, everyVisitors, roughly, unitFor } from '../difference-words.ts'
import { RateBar } from '../rate-bar.tsx'
import { isDecided, visitorsOf } from './advice.ts'

/** How far a run is on its way to the planned size, and why looking at it is safe. */
export const Progress = ({ verdict }: { verdict: Verdict }) => {
  const { startedAt, daysRun, plan } = verdict
  const { targetVisitors } = plan
  const visitors = visitorsOf(verdict)
  return (
    <div className="self-start lg:pt-1">
      <p className="font-semibold tabular-nums">
        <ChangedNumber value={visitors}>{count(visitors)}</ChangedNumber>{' '}
        {targetVisitors === null
          ? `${plural(visitors, 'visitor', 'visitors')} so far`
          : `of ${count(targetVisitors)} planned visitors`}
      </p>
      {targetVisitors !== null && (
        <RateBar
          value={Math.min(visitors, targetVisitors)}
          max={targetVisitors}
          label="Visitors so far, of those planned"
        />
      )}
      <p className="flex flex-wrap justify-between gap-x-4 text-muted tabular-nums">
        <span>
          {startedAt === null
            ? 'Begins with the first visitor'
            : `Since ${dayOf(startedAt)}, ${counted(daysRun, 'days')}`}
        </span>
        {startedAt !== null && <span>{whatIsLeft(verdict)}</span>}
      </p>
      <p className="mt-1 mb-3 text-muted">{sizeInWords(plan)}</p>
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

/** The one size that is told, and what it finds. */
const sizeInWords = ({ targetVisitors, minimumEffect }: Verdict['plan']): string => {
  if (targetVisitors === null) return 'Its size follows from the traffic of its first week.'
  const unit = unitFor(minimumEffect)
  return `Enough to find ${amount(minimumEffect, unit)} more in ${everyVisitors(unit)}.`
}

const whatIsLeft = (verdict: Verdict): string => {
  const { daysLeft, targetVisitors } = verdict.plan
  if (isAhead(verdict)) return `Verdict in ${roughly(WHOLE_WEEKS - verdict.daysRun)}`
  if (isDecided(verdict) && verdict.decidedAt) return `Decided on ${dayOf(verdict.decidedAt)}`
  if (targetVisitors === null) return ''
  if (daysLeft === null) return 'No end in sight at this pace'
  return daysLeft === 0 ? 'Planned end reached' : capitalised(`${roughly(daysLeft)} left`)
}
