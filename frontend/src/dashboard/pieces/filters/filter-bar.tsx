import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'

export const FilterBar = ({ children }: { children: ReactNode }) => (
  <search className="flex flex-wrap gap-2 border-b border-line px-4 py-3 sm:px-5">{children}</search>
)

type SearchBoxProps = { label: string; value: string; onChange: (value: string) => void }

export const SearchBox = ({ label, value, onChange }: SearchBoxProps) => (
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
      value={value}
      className="pl-8.5"
      onChange={event => onChange(event.target.value)}
    />
  </div>
)

type FilterSelectProps = {
  label: string
  /** The words for "no filter". */
  all: string
  value: string
  options: readonly string[]
  onChange: (value: string) => void
}

export const FilterSelect = ({ label, all, value, options, onChange }: FilterSelectProps) => (
  <Select
    aria-label={label}
    value={value}
    fit
    className="grow max-sm:min-w-0 max-sm:basis-[40%] max-sm:text-ellipsis sm:grow-0"
    onChange={event => onChange(event.target.value)}
  >
    <option value="">{all}</option>
    {options.map(option => (
      <option key={option}>{option}</option>
    ))}
  </Select>
)
