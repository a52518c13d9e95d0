/** The day on which staff look at a lead again, as a day of the report time zone. */
import type { Lead } from '@firsttouch/api/contract/leads'
import { useState } from 'react'
import { Input } from '../../ui/input.tsx'
import { Options, Select } from '../../ui/select.tsx'
import { Button } from '../pieces/button.tsx'
import { calendarDay } from '../words/format.ts'
import { reportZone } from '../words/report-zone.ts'

/** How many days from today. */
const SOON = [
  ['0', 'Today'],
  ['1', 'Tomorrow'],
  ['3', 'In 3 days'],
  ['7', 'In a week'],
] as const

type FollowUpSelectProps = {
  label: string
  /** The words for what stands now. */
  standing: string
  /** Whether there is a day to take away. */
  canClear: boolean
  disabled?: boolean
  onPick: (day: string | null) => void
}

/** Mostly a day soon; any other is typed, and set once it is complete. */
export const FollowUpSelect = ({ label, standing, canClear, disabled, onPick }: FollowUpSelectProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const choose = (choice: string) => {
    setTyped(choice === 'other' ? '' : null)
    if (choice === 'none') onPick(null)
    else if (choice !== '' && choice !== 'other') onPick(inDays(todayThere(), Number(choice)))
  }
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={label}
        fit
        className="max-w-full"
        value={typed === null ? '' : 'other'}
        disabled={disabled}
        onChange={event => choose(event.target.value)}
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
            Set Day
          </Button>
        </>
      )}
    </span>
  )
}

export const todayThere = (now = new Date()): string =>
  now.toLocaleDateString('sv-SE', { timeZone: reportZone() })

export const inDays = (today: string, days: number): string => {
  const day = new Date(`${today}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

type Due = { when: 'overdue' | 'today' | 'later'; text: string }

/** null without a day. A closed lead is never due. */
export const dueOf = (
  { followUp, status }: Pick<Lead, 'followUp' | 'status'>,
  today = todayThere(),
): Due | null => {
  if (followUp === null || status === 'closed') return null
  if (followUp === today) return { when: 'today', text: 'Due today' }
  return followUp < today
    ? { when: 'overdue', text: `Overdue since ${calendarDay(followUp)}` }
    : { when: 'later', text: `Follow up on ${calendarDay(followUp)}` }
}
