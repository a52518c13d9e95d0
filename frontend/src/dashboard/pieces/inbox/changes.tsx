import type { Change } from '@firsttouch/api/contract/inbox'
import { calendarDay, capitalised, dateTime } from '../../words/format.ts'
import { labelOf, STEP_WORDS } from '../../words/labels.ts'
import { Nothing } from '../empty.tsx'
import { Part } from '../record-panel.tsx'

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

const NAMES = { status: 'Status', owner: 'Owner', follow_up: 'Follow-up', spam: 'Spam', ...STEP_WORDS }

const words = ({ field, before, after }: Change): string =>
  `${NAMES[field]}: ${inWords(field, after)}, was ${inWords(field, before)}`

const inWords = (field: Change['field'], value: string): string => {
  if (field === 'status') return capitalised(value)
  if (field === 'owner') return value || 'nobody'
  if (field === 'follow_up') return value ? calendarDay(value) : 'no day'
  if (field === 'spam') return value === 'staff' ? 'yes' : labelOf(value) || 'no'
  return value || 'not done'
}
