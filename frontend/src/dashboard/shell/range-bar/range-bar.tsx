import { FIRST_DAY, LAST_DAY } from '@firsttouch/api/contract/fields/days'
import { clsx } from 'clsx'
import { CalendarRange, X } from 'lucide-react'
import { useState } from 'react'
import type { DashboardPage } from '../../../dashboard-pages.ts'
import { usePageFilter } from '../../address/page-filter.ts'
import { CUSTOM_KEY, PRESETS } from '../../address/range.ts'
import { useRange } from '../../address/use-range.ts'
import { Button } from '../../pieces/button.tsx'
import { placeOf } from '../pages.ts'
import { useCustomDays } from './use-custom-days.ts'

/**
 * Which days the figures are of, and what else the page is narrowed to. It stays in sight: under the strip of pages where that
 * lies on top, else at the top.
 */
export const RangeBar = ({ page }: { page: DashboardPage }) => {
  const { hasDays, narrowedBy } = placeOf(page)
  const { chosen, words, toggle } = usePageFilter()
  const chips = words.filter(({ name }) => narrowedBy.includes(name))
  if (!hasDays && chips.length === 0) return null
  return (
    <div className="sticky top-[calc(var(--strip)-1px)] z-10 border-b border-line bg-page lg:col-start-2">
      <search
        aria-label={hasDays ? 'Days that figures are of' : 'What is narrowed'}
        className="mx-auto flex w-full max-w-[80rem] flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-1.5 sm:px-6 lg:px-8"
      >
        {hasDays && <Days />}
        {chips.length > 0 && (
          <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            {chips.map(({ name, text }) => (
              <Button
                key={name}
                aria-label={`Show all again, not only ${text}`}
                onClick={() => toggle(name, chosen[name])}
              >
                Only {text} <X aria-hidden size={14} />
              </Button>
            ))}
            <span className="text-xs text-muted">A/B tests and onboarding are not narrowed.</span>
          </div>
        )}
      </search>
    </div>
  )
}

const PRESET =
  'dashboard-target min-h-7 grow shrink-0 rounded-sm px-2.5 text-sm font-(--button-weight) whitespace-nowrap text-muted ' +
  'hover:bg-sunken hover:text-ink aria-pressed:bg-ink aria-pressed:text-page max-sm:px-1.5'

const Days = () => {
  const { preset, choosePreset } = useRange()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="flex items-center gap-0.5 rounded-md border border-line bg-card p-0.5 max-sm:w-full">
        {PRESETS.map(({ id, label, key }) => (
          <button
            key={id}
            type="button"
            aria-pressed={preset === id}
            title={`Key ${key}`}
            onClick={() => choosePreset(id)}
            className={PRESET}
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
          className={clsx(PRESET, 'sm:hidden')}
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
    // Its own ground, not none: WebKit mixes the ink of an empty field from it, and of none it makes black.
    className:
      'dashboard-target min-h-7 bg-card px-1 text-(length:--field-text) leading-(--field-leading) tabular-nums',
  } as const
  return (
    <div
      title={`Key ${CUSTOM_KEY}`}
      className={clsx(
        'flex flex-wrap items-center gap-x-2 rounded-md border bg-card px-2.5 text-sm max-sm:w-full max-sm:justify-between',
        isChosen ? 'border-ink outline-2 -outline-offset-2 outline-ink' : 'border-line',
        !isOpen && 'max-sm:hidden',
      )}
    >
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
