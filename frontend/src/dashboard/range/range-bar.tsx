import './range.css'
import type { SessionAnswer } from '@firsttouch/api/contract'
import { FIRST_DAY, LAST_DAY } from '@firsttouch/api/contract/range'
import { CalendarRange } from 'lucide-react'
import { FilterChips } from '../frame/filter-chips.tsx'
import { useAdminRead } from '../reads.ts'
import { CUSTOM_KEY, PRESETS } from './range.ts'
import { useCustomDays } from './use-custom-days.ts'
import { useRange } from './use-range.ts'

/** Which days the figures are of, and what else the page is narrowed to. */
export const RangeBar = () => {
  const { preset, choosePreset } = useRange()
  const { data: session } = useAdminRead<SessionAnswer>('session')
  return (
    <search aria-label="Days that figures are of" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="range-presets">
        {PRESETS.map(({ id, label, key }) => (
          <button
            key={id}
            type="button"
            aria-pressed={preset === id}
            title={`Key ${key}`}
            onClick={() => choosePreset(id)}
          >
            {label}
          </button>
        ))}
      </div>
      <CustomDays isChosen={preset === null} />
      {session?.timeZone && (
        <span className="text-xs text-muted">Days in {session.timeZone.replaceAll('_', ' ')} time</span>
      )}
      <FilterChips />
    </search>
  )
}

export const FROM_ID = 'range-from'

const CustomDays = ({ isChosen }: { isChosen: boolean }) => {
  const { from, to, setFrom, setTo, isWrong } = useCustomDays()
  return (
    <div className="range-days" data-chosen={isChosen} title={`Key ${CUSTOM_KEY}`}>
      <CalendarRange aria-hidden size={15} className="shrink-0 text-muted" />
      <input
        id={FROM_ID}
        type="date"
        aria-label="From"
        min={FIRST_DAY}
        max={LAST_DAY}
        value={from}
        aria-invalid={isWrong}
        onChange={event => setFrom(event.target.value)}
      />
      <span aria-hidden className="text-muted">
        to
      </span>
      <input
        type="date"
        aria-label="To"
        min={from || FIRST_DAY}
        max={LAST_DAY}
        value={to}
        aria-invalid={isWrong}
        onChange={event => setTo(event.target.value)}
      />
      {isWrong && (
        <span role="alert" className="text-xs text-danger">
          The second day is before the first
        </span>
      )}
    </div>
  )
}
