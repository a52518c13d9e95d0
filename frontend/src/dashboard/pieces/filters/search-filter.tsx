/** The controls of an inbox's filter: what is typed is asked for once the typing pauses. */
import { useEffect, useRef, useState } from 'react'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { SearchBox } from './filter-bar.tsx'

const PAUSE_MS = 250

type SearchFilterProps = { label: string; value: string; onChange: (value: string) => void }

export const SearchFilter = ({ label, value, onChange }: SearchFilterProps) => {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // Changed from elsewhere: a link, or a button that lifts every filter.
    if (value !== asked.current) setTyped(value)
    asked.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const change = (next: string) => {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      asked.current = next.trim()
      onChange(next.trim())
    }, PAUSE_MS)
  }
  return <SearchBox label={label} value={typed} onChange={change} />
}

type ChoiceFilterProps = {
  label: string
  /** The words for "no filter". */
  all: string
  value: string
  choices: readonly (readonly [value: string, label: string])[]
  onChange: (value: string) => void
}

export const ChoiceFilter = ({ label, all, value, choices, onChange }: ChoiceFilterProps) => (
  <Select
    aria-label={label}
    value={value}
    fit
    className="max-w-full grow max-sm:min-w-0 max-sm:basis-[40%] max-sm:text-ellipsis sm:grow-0"
    onChange={event => onChange(event.target.value)}
  >
    <option value="">{all}</option>
    {choices.map(([choice, words]) => (
      <option key={choice} value={choice}>
        {words}
      </option>
    ))}
  </Select>
)

type DayFilterProps = { label: string; value: string; onChange: (value: string) => void }

export const DayFilter = ({ label, value, onChange }: DayFilterProps) => (
  <div className="flex grow items-center gap-2 sm:grow-0">
    <span aria-hidden className="shrink-0 text-muted">
      {label}
    </span>
    <Input
      type="date"
      aria-label={label}
      value={value}
      min="2000-01-01"
      max="2999-12-31"
      fit
      className="grow"
      onChange={event => onChange(event.target.value)}
    />
  </div>
)
