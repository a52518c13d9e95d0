import type { Change } from '@firsttouch/api/contract/inbox'
import { calendarDay, dateTime } from '../../words/format.ts'
import { labelOf } from '../../words/labels.ts'
import { STEP_WORDS } from '../../words/step-words.ts'
import { Nothing } from '../empty.tsx'
import { Part } from '../record-panel.tsx'

/** Who changed what, and when; the newest first. */
export const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <Part title="History">
    {changes.length === 0 ? (
      <Nothing>Nobody has changed anything yet.</Nothing>
    ) : (
      <ol className="space-y-1.5">
        {changes.map(change => (
          <li key={`${change.changedAt} ${change.field} ${change.after}`} className="flex flex-wrap gap-x-3">
            <span>{words(change)}</span>
            <span className="text-muted tabular-nums">
              {change.changedBy}, <time dateTime={change.changedAt}>{dateTime(change.changedAt)}</time>
            </span>
          </li>
        ))}
      </ol>
    )}
  </Part>
)

const words = ({ field, before, after }: Change): string => {
  if (field === 'status') return `Status from ${before} to ${after}`
  if (field === 'owner')
    return after
      ? `Owner: ${after}${before && ` instead of ${before}`}`
      : `Owner: nobody instead of ${before}`
  if (field === 'follow_up')
    return after
      ? `Follow-up on ${calendarDay(after)}${before && ` instead of ${calendarDay(before)}`}`
      : `No follow-up instead of ${calendarDay(before)}`
  if (field !== 'spam') return `${STEP_WORDS[field]}: ${after ? 'done' : 'not done any more'}`
  return after ? 'Marked as spam' : `Marked as no spam (was: ${labelOf(before)})`
}
