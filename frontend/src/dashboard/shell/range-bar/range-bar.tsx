import { CalendarRange, ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import type { DashboardPage } from '../../../dashboard-pages.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { usePageFilter } from '../../address/page-filter.ts'
import { ALL_TIME, COMPARED_WITH, CUSTOM_KEY, PRESETS, useRange } from '../../address/range.ts'
import { Button } from '../../pieces/button.tsx'
import { lazily } from '../../pieces/lazily.tsx'
import { Popover } from '../../pieces/popover.tsx'
import { PLACES } from '../pages.ts'

export const RangeBar = ({ page }: { page: DashboardPage }) => {
  const { hasDays, narrowedBy = [] } = PLACES[page]
  const { chosen, words, toggle } = usePageFilter()
  const chips = words.filter(({ name }) => narrowedBy.includes(name))
  if (!hasDays && chips.length === 0) return null
  return (
    <search
      aria-label={hasDays ? 'Period of the figures' : 'Filters'}
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5"
    >
      {hasDays && <Days />}
      {chips.length > 0 && (
        <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          {chips.map(({ name, text }) => (
            <Button
              key={name}
              aria-label={`Remove the filter: only ${text}`}
              onClick={() => toggle(name, chosen[name])}
            >
              Only {text} <X aria-hidden size={14} />
            </Button>
          ))}
          <span className="text-xs text-muted">These filters do not apply to A/B tests or onboarding.</span>
        </div>
      )}
    </search>
  )
}

const PRESET =
  'dashboard-target rounded-sm px-2.5 py-1 text-left text-sm whitespace-nowrap hover:bg-sunken aria-pressed:bg-ink aria-pressed:text-page'

const OPENS_DAYS = 'opens-days'

const Calendar = lazily(async () => (await import('./calendar.tsx')).Calendar, 'hidden')

const Days = () => {
  const { preset, from, to, compare, words, choosePreset, chooseDays, chooseCompare } = useRange()
  const [isOpen, setOpen] = useState(false)
  const label = PRESETS.find(({ id }) => id === preset)?.label ?? words
  const than = preset !== ALL_TIME && COMPARED_WITH.find(([id]) => id === compare && id !== 'days')?.[1]
  return (
    <Popover
      label="Period of the figures"
      open={isOpen}
      onOpen={setOpen}
      button={
        <>
          <CalendarRange aria-hidden size={16} className="max-lg:hidden" /> {label}
          {than && <span className="font-normal text-muted">against {than.toLowerCase()}</span>}
          <ChevronDown aria-hidden size={14} />
        </>
      }
      buttonClass={buttonClass({ variant: 'ghost', size: 'sm', className: OPENS_DAYS })}
      className="flex flex-col gap-4 sm:flex-row sm:justify-center lg:w-max"
    >
      <div className="grid grid-cols-2 content-start gap-x-2 gap-y-0.5 sm:w-64">
        {PRESETS.map(({ id, label, key }) => (
          <button
            key={id}
            type="button"
            aria-pressed={preset === id}
            title={key && `Key ${key}`}
            onClick={() => {
              choosePreset(id)
              setOpen(false)
            }}
            className={PRESET}
          >
            {label}
          </button>
        ))}
        <fieldset className="col-span-2 mt-2 border-t border-line pt-2">
          <legend className="sr-only">Compared with</legend>
          <p aria-hidden className="px-2.5 pb-1 text-xs text-muted">
            Compared with
          </p>
          <div className="grid grid-cols-2 gap-x-2 gap-y-0.5">
            {COMPARED_WITH.map(([id, label]) => (
              <button
                key={id}
                type="button"
                aria-pressed={compare === id}
                onClick={() => chooseCompare(id)}
                className={PRESET}
              >
                {label}
              </button>
            ))}
          </div>
        </fieldset>
      </div>
      <div title={`Key ${CUSTOM_KEY}`} className="min-h-80 sm:w-80">
        <Calendar
          from={from}
          to={to}
          onChoose={(first, last) => {
            chooseDays(first, last)
            setOpen(false)
          }}
        />
      </div>
    </Popover>
  )
}

export const focusDays = (): void =>
  document.querySelector<HTMLElement>(`.${OPENS_DAYS}[aria-expanded=false]`)?.click()
