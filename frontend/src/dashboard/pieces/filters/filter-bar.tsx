import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Choice, Filters } from '../../address/filters.ts'
import { Button } from '../button.tsx'
import { FilterControl } from './filter-control.tsx'

type FilterBarProps<Key extends string> = {
  filters: Filters<Key>
  choices?: Partial<Record<Key, readonly Choice[]>>
  children?: ReactNode
}

export const FilterBar = <Key extends string>({ filters, choices, children }: FilterBarProps<Key>) => {
  const { table, values, set, active, clearMore } = filters
  const keys = Object.keys(table) as Key[]
  const control = (key: Key) => (
    <FilterControl
      key={key}
      filter={table[key]}
      others={choices?.[key]}
      value={values[key]}
      onChange={value => set(key, value)}
    />
  )
  const hidden = keys.filter(key => table[key].isMore)
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
