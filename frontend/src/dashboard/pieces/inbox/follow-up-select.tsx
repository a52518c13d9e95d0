import { useState } from 'react'
import { Input } from '../../../ui/input.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import { calendarDay } from '../../words/format.ts'
import { addDays, today } from '../../words/report-zone.ts'
import { Button } from '../button.tsx'

const SOON = [
  ['0', 'Today'],
  ['1', 'Tomorrow'],
  ['3', 'In 3 days'],
  ['7', 'In a week'],
] as const

type FollowUpSelectProps = {
  label: string
  standing: string
  canClear: boolean
  isBusy?: boolean
  onPick: (day: string | null) => void
}

/** Offers days in the near future. Any other day can be typed. */
export const FollowUpSelect = ({
  label,
  standing,
  canClear,
  isBusy = false,
  onPick,
}: FollowUpSelectProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const choose = (choice: string) => {
    setTyped(choice === 'other' ? '' : null)
    if (choice === 'none') onPick(null)
    else if (choice !== '' && choice !== 'other') onPick(addDays(today(), Number(choice)))
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={label}
        data-keys="f"
        fit
        className="max-w-full"
        value={typed === null ? '' : 'other'}
        aria-disabled={isBusy}
        onChange={event => {
          if (!isBusy) choose(event.target.value)
        }}
      >
        <option value="">{standing}</option>
        <Options of={SOON} />
        <option value="other">Another day…</option>
        {canClear && <option value="none">No follow-up</option>}
      </Select>
      {typed !== null && (
        <>
          <Input
            type="date"
            aria-label={`${label}: another day`}
            value={typed}
            min="2000-01-01"
            max="2999-12-31"
            fit
            onChange={event => setTyped(event.target.value)}
          />
          <Button
            variant="secondary"
            disabled={!/^2\d{3}-/.test(typed)}
            onClick={() => {
              setTyped(null)
              onPick(typed)
            }}
          >
            Set day
          </Button>
        </>
      )}
    </span>
  )
}

type Due = { when: 'overdue' | 'today' | 'later'; text: string }

/** null without a follow-up day, or if the record is done. */
export const dueOf = (followUp: string | null, isOver: boolean, on = today()): Due | null => {
  if (followUp === null || isOver) return null
  if (followUp === on) return { when: 'today', text: 'Due today' }
  return followUp < on
    ? { when: 'overdue', text: `Overdue since ${calendarDay(followUp)}` }
    : { when: 'later', text: `Follow up on ${calendarDay(followUp)}` }
}
