import { FIRST_DAY, LAST_DAY } from '@firsttouch/api/contract/fields/days'
import { clsx } from 'clsx'
import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Input } from '../../../ui/input.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import type { Choice, ChoiceFilter, Filters } from '../../address/filters.ts'
import { Button } from '../button.tsx'

type FilterControlProps<Key extends string> = {
  filters: Filters<Key>
  of: Key
  others?: readonly Choice[] | undefined
}

export const FilterControl = <Key extends string>({ filters, of, others }: FilterControlProps<Key>) => {
  const filter = filters.table[of]
  const field = { value: filters.values[of], onChange: (value: string) => filters.set(of, value) }
  if (filter.kind === 'text') return <SearchField label={filter.label} {...field} />
  if (filter.kind === 'day')
    return (
      <div className="flex grow items-center gap-2 sm:grow-0">
        <span aria-hidden className="shrink-0 text-muted">
          {filter.label}
        </span>
        <Input
          type="date"
          aria-label={filter.label}
          value={field.value}
          min={FIRST_DAY}
          max={LAST_DAY}
          fit
          className="grow"
          onChange={event => field.onChange(event.target.value)}
        />
      </div>
    )
  return (
    <FilterSelect
      filter={others ? { ...filter, choices: [...filter.choices, ...others] } : filter}
      {...field}
    />
  )
}

type FilterSelectProps = { filter: ChoiceFilter; value: string; onChange: (value: string) => void }

export const FilterSelect = ({ filter, value, onChange }: FilterSelectProps) => (
  <Select
    aria-label={filter.label}
    value={value}
    fit
    className="max-w-full grow max-sm:min-w-0 max-sm:basis-[40%] max-sm:text-ellipsis sm:grow-0"
    onChange={event => onChange(event.target.value)}
  >
    <option value="">{filter.all}</option>
    <Options of={filter.choices} />
  </Select>
)

const PAUSE_MS = 250

type SearchFieldProps = { label: string; value: string; onChange: (value: string) => void }

export const SearchField = ({ label, value, onChange }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
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
  return (
    <div className="relative grow basis-52">
      <Search
        aria-hidden
        size={15}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        className="pl-8.5"
        onChange={event => change(event.target.value)}
      />
    </div>
  )
}

type FilterBarProps<Key extends string> = {
  filters: Filters<Key>
  choices?: Partial<Record<Key, readonly Choice[]>>
  children?: ReactNode
}

export const FilterBar = <Key extends string>({ filters, choices, children }: FilterBarProps<Key>) => {
  const { table, hidden, active, clearMore } = filters
  const keys = Object.keys(table) as Key[]
  const control = (key: Key) => <FilterControl key={key} filters={filters} of={key} others={choices?.[key]} />
  const [isOpen, setOpen] = useState(active > 0)
  return (
    <search className="flex flex-wrap gap-2 border-b border-line px-4 py-3 sm:px-5">
      {keys.filter(key => table[key].kind === 'text').map(control)}
      <div className={clsx('contents', !isOpen && hidden.length > 0 && 'max-sm:hidden')}>
        {keys.filter(key => table[key].kind !== 'text' && !table[key].isMore).map(control)}
      </div>
      {hidden.length > 0 && (
        <Button className="min-w-11" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden size={14} /> <span className="max-sm:sr-only">More filters</span>
          {active > 0 && ` (${active})`}
        </Button>
      )}
      {isOpen && (
        <div className="flex basis-full flex-wrap items-center gap-2">
          {hidden.map(control)}
          {active > 0 && <Button onClick={clearMore}>Clear these</Button>}
        </div>
      )}
      {children}
    </search>
  )
}
