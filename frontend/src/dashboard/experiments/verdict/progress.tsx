import { isAhead, WHOLE_WEEKS } from '@firsttouch/api/contract/experiments/not-known'
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { Eye } from 'lucide-react'
import { ChangedNumber } from '../../pieces/changed-number.tsx'
import { count, counted } from '../../words/format.ts'
import { capitalised, plural } from '../../words/plural.ts'
import { amount, dayOf, everyVisitors, roughly, unitFor } from '../difference-words.ts'
import { isDecided, visitorsOf } from './advice.ts'

/** How far a run is on its way to the planned size, and why looking at it is safe. */
export const Progress = ({ verdict }: { verdict: Verdict }) => (
  <div className="space-y-3 self-start lg:pt-1">
    <div>
      <SoFar verdict={verdict} />
      <p className="flex flex-wrap justify-between gap-x-4 text-muted tabular-nums">
        {verdict.startedAt === null ? (
          <span>Begins with the first visitor</span>
        ) : (
          <>
            <span>
              Since {dayOf(verdict.startedAt)}, {counted(verdict.daysRun, 'days')}
            </span>
            <span>{whatIsLeft(verdict)}</span>
          </>
        )}
      </p>
      <p className="mt-1 text-muted">{sizeInWords(verdict)}</p>
    </div>
    <p className="flex gap-2 text-muted">
      <Eye aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span>
        <span className="font-medium text-ink">Watching is safe.</span> Look as often as you like: the verdict
        allows for it, so an early look cannot mislead you.
      </span>
    </p>
  </div>
)

const SoFar = ({ verdict }: { verdict: Verdict }) => {
  const { targetVisitors } = verdict.plan
  const visitors = visitorsOf(verdict)
  return (
    <>
      <p className="font-semibold tabular-nums">
        <ChangedNumber value={visitors}>{count(visitors)}</ChangedNumber>{' '}
        {targetVisitors === null
          ? `${plural(visitors, 'visitor', 'visitors')} so far`
          : `of ${count(targetVisitors)} planned visitors`}
      </p>
      {targetVisitors !== null && (
        <meter
          className="rate-bar my-2"
          min={0}
          max={targetVisitors}
          value={Math.min(visitors, targetVisitors)}
          aria-label="Visitors so far, of those planned"
        />
      )}
    </>
  )
}

/** The one size that is told, and what it finds. */
const sizeInWords = ({ plan: { targetVisitors, minimumEffect } }: Verdict): string => {
  if (targetVisitors === null) return 'Its size follows from the traffic of its first week.'
  const unit = unitFor(minimumEffect)
  return `Enough to find ${amount(minimumEffect, unit)} more in ${everyVisitors(unit)}.`
}

const whatIsLeft = (verdict: Verdict): string => {
  const { daysLeft } = verdict.plan
  if (isAhead(verdict)) return `Verdict in ${roughly(WHOLE_WEEKS - verdict.daysRun)}`
  if (isDecided(verdict) && verdict.decidedAt) return `Decided on ${dayOf(verdict.decidedAt)}`
  if (verdict.plan.targetVisitors === null) return ''
  if (daysLeft === null) return 'No end in sight at this pace'
  return daysLeft === 0 ? 'Planned end reached' : capitalised(`${roughly(daysLeft)} left`)
}
