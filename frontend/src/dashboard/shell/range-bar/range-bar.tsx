import './range.css'
import { FIRST_DAY, LAST_DAY } from '@firsttouch/api/contract/fields/days'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import type { DashboardPage } from '../../../dashboard-pages.ts'
import { usePageFilter } from '../../address/page-filter.ts'
import { CUSTOM_KEY, PRESETS } from '../../address/range.ts'
import { useRange } from '../../address/use-range.ts'
import { placeOf } from '../pages.ts'
import { FilterChips } from './filter-chips.tsx'
import { useCustomDays } from './use-custom-days.ts'

/** Which days the figures are of, and what else the page is narrowed to: in view wherever the page is scrolled to. */
export const RangeBar = ({ page }: { page: DashboardPage }) => {
  const { hasDays, narrows } = placeOf(page)
  const { words } = usePageFilter()
  const isNarrowed = narrows !== null && words.length > 0
  if (!hasDays && !isNarrowed) return null
  return (
    <div className="range-bar lg:col-start-2">
      <search
        aria-label={hasDays ? 'Days that figures are of' : 'What is narrowed'}
        className="mx-auto flex w-full max-w-[80rem] flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-1.5 sm:px-6 lg:px-8"
      >
        {hasDays && <Days />}
        {isNarrowed && <FilterChips {...narrows} />}
      </search>
    </div>
  )
}

const Days = () => {
  const { preset, choosePreset } = useRange()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
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
        <button
          type="button"
          aria-label="Choose the days yourself"
          aria-expanded={isOpen}
          aria-pressed={preset === null}
          data-opens-days
          onClick={() => setOpen(!isOpen)}
        >
          <CalendarRange aria-hidden size={16} className="mx-auto" />
        </button>
      </div>
      <CustomDays isChosen={preset === null} isOpen={isOpen} />
    </>
  )
}

const FROM_ID = 'range-from'

/** Where there is little room the fields are behind a button. */
export const focusDays = (): void => {
  const field = document.getElementById(FROM_ID)
  if (field?.checkVisibility?.() === false)
    document.querySelector<HTMLElement>('[data-opens-days][aria-expanded=false]')?.click()
  field?.focus()
}

const CustomDays = ({ isChosen, isOpen }: { isChosen: boolean; isOpen: boolean }) => {
  const { from, to, setFrom, setTo, finish, isWrong } = useCustomDays()
  const field = {
    type: 'date',
    min: FIRST_DAY,
    max: LAST_DAY,
    'aria-invalid': isWrong,
    onBlur: finish,
    onKeyDown: (event: { key: string }) => event.key === 'Enter' && finish(),
  } as const
  return (
    <div className="range-days" data-chosen={isChosen} data-open={isOpen} title={`Key ${CUSTOM_KEY}`}>
      <input
        {...field}
        id={FROM_ID}
        aria-label="From"
        value={from}
        onChange={event => setFrom(event.target.value)}
      />
      <span aria-hidden className="text-muted">
        to
      </span>
      <input {...field} aria-label="To" value={to} onChange={event => setTo(event.target.value)} />
      {isWrong && (
        <span role="alert" className="basis-full py-1 text-xs text-danger">
          The second day is before the first: the figures stay as they are until one of them is changed.
        </span>
      )}
    </div>
  )
}
