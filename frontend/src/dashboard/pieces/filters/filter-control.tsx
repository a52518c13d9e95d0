import { FIRST_DAY, LAST_DAY } from '@firsttouch/api/contract/fields/days'
import { Input } from '../../../ui/input.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import type { Choice, ChoiceFilter, Filter } from '../../address/filters.ts'
import { SearchField } from './search-field.tsx'

type ControlProps<F> = { filter: F; value: string; onChange: (value: string) => void }

export const FilterControl = ({
  filter,
  others,
  ...field
}: ControlProps<Filter> & { others?: readonly Choice[] | undefined }) => {
  if (filter.kind === 'text') return <SearchField label={filter.label} {...field} />
  if (filter.kind === 'day') return <DayField label={filter.label} {...field} />
  return (
    <FilterSelect
      filter={others ? { ...filter, choices: [...filter.choices, ...others] } : filter}
      {...field}
    />
  )
}

export const FilterSelect = ({
  filter: { label, all, choices },
  value,
  onChange,
}: ControlProps<ChoiceFilter>) => (
  <Select
    aria-label={label}
    value={value}
    fit
    className="max-w-full grow max-sm:min-w-0 max-sm:basis-[40%] max-sm:text-ellipsis sm:grow-0"
    onChange={event => onChange(event.target.value)}
  >
    <option value="">{all}</option>
    <Options of={choices} />
  </Select>
)

const DayField = ({ label, value, onChange }: Omit<ControlProps<never>, 'filter'> & { label: string }) => (
  <div className="flex grow items-center gap-2 sm:grow-0">
    <span aria-hidden className="shrink-0 text-muted">
      {label}
    </span>
    <Input
      type="date"
      aria-label={label}
      value={value}
      min={FIRST_DAY}
      max={LAST_DAY}
      fit
      className="grow"
      onChange={event => onChange(event.target.value)}
    />
  </div>
)
