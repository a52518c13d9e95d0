import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { inDays, todayThere } from './follow-up.ts'

/** How many days from today. */
const SOON = [
  ['Today', 0],
  ['Tomorrow', 1],
  ['In 3 days', 3],
  ['In a week', 7],
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
        {SOON.map(([words, days]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
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
            size="sm"
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
