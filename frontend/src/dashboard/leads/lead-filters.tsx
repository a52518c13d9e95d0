import { X } from 'lucide-react'
import { Button } from '../pieces/button.tsx'
import { FilterBar } from '../pieces/filters/filter-bar.tsx'
import { ownerChoices, useOwners } from './owners.ts'
import { ReplyTimes } from './reply-times.tsx'
import type { LeadFilter } from './use-lead-filter.ts'

export const LeadFilters = ({ filter: { filters, asked, person, setPerson } }: { filter: LeadFilter }) => {
  const { all, me } = useOwners()
  return (
    <>
      <ReplyTimes asked={asked} />
      <FilterBar
        filters={filters}
        choices={{ owner: ownerChoices({ all: all.filter(({ id }) => id !== me?.id), me: undefined }) }}
      >
        {person && (
          <Button onClick={() => setPerson('')}>
            Everyone again <X aria-hidden size={14} />
          </Button>
        )}
      </FilterBar>
    </>
  )
}
