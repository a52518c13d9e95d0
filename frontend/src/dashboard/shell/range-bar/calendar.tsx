/** Two clicks choose a range. Days are texts in the report time zone. */
import { FIRST_DAY } from '@firsttouch/api/contract/fields/days'
import { useState } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import { buttonClass } from '../../../ui/button.tsx'

type CalendarProps = { from: string; to: string; onChoose: (from: string, to: string) => void }

export const Calendar = ({ from, to, onChoose }: CalendarProps) => {
  const [first, setFirst] = useState('')
  const press = (date: Date) => {
    const day = textOf(date)
    if (!first) return setFirst(day)
    setFirst('')
    onChoose(first < day ? first : day, first < day ? day : first)
  }
  const shown = first ? { from: dateOf(first), to: dateOf(first) } : { from: dateOf(from), to: dateOf(to) }
  return (
    <DayPicker
      mode="range"
      // No autofocus on a phone, where it would scroll the presets above the calendar out of sight.
      autoFocus={matchMedia('(width >= 64rem)').matches}
      captionLayout="dropdown"
      selected={from || first ? shown : undefined}
      onDayClick={press}
      defaultMonth={to ? dateOf(to) : new Date()}
      startMonth={dateOf(FIRST_DAY)}
      endMonth={new Date()}
      disabled={{ after: new Date() }}
      weekStartsOn={1}
      classNames={CLASSES}
      labels={{ labelDayButton: nameOf }}
      footer={first ? 'Choose the last day.' : 'Choose the first day, then the last.'}
    />
  )
}

/** The accessible name contains the button's visible number, because users of voice control say this number. */
const nameOf = (date: Date, { selected, today }: Modifiers): string =>
  [date.toLocaleDateString('en-GB', { dateStyle: 'full' }), today && 'today', selected && 'selected']
    .filter(Boolean)
    .join(', ')

const dateOf = (day: string): Date => new Date(`${day}T00:00:00`)
/** Sweden writes dates as YYYY-MM-DD. */
const textOf = (date: Date): string => date.toLocaleDateString('sv-SE')

const STEP = buttonClass({ variant: 'ghost', size: 'sm' })
// Keep the same colours on hover, because the pointer stays on a day after a click.
const END = '[&_button]:bg-ink [&_button]:text-page [&_button]:hover:bg-ink'
const CLASSES = {
  months: 'relative',
  month_caption: 'flex min-h-9 items-center',
  dropdowns: 'flex gap-1',
  dropdown: 'dashboard-target rounded-sm bg-card py-1 text-(length:--field-text) font-semibold',
  caption_label: 'hidden',
  nav: 'absolute top-0 right-0 flex',
  button_previous: STEP,
  button_next: STEP,
  chevron: 'size-4 fill-current',
  month_grid: 'w-full border-collapse',
  weekday: 'h-8 text-xs font-normal text-muted',
  day: 'p-0 text-center',
  day_button: 'dashboard-target size-9 rounded-sm tabular-nums hover:bg-sunken disabled:hover:bg-transparent',
  today: 'font-bold',
  outside: 'invisible',
  disabled: 'text-muted line-through',
  selected: 'bg-sunken',
  range_start: END,
  range_end: END,
  footer: 'pt-1 text-xs text-muted',
}
