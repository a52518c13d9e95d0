import { LEAD_STATUSES } from '@firsttouch/api/contract/leads'
import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { FilterBar, FilterSelect } from '../pieces/filters/filter-bar.tsx'
import { MoreFilters } from '../pieces/filters/more-filters.tsx'
import { ChoiceFilter, DayFilter, SearchFilter } from '../pieces/filters/search-filter.tsx'
import { ownerChoices, useOwners } from './owners.ts'
import { FORMS, type LeadFilter, ORDERS, VARIANTS, WHENS } from './use-lead-filter.ts'

export const LeadFilters = ({ filter }: { filter: LeadFilter }) => {
  const owners = useOwners()
  return (
    <FilterBar>
      <SearchFilter label="Search leads" value={filter.text} onChange={filter.setText} />
      <FilterSelect
        label="Filter by status"
        all="Any status"
        value={filter.status}
        options={LEAD_STATUSES}
        onChange={filter.setStatus}
      />
      <ChoiceFilter
        label="Filter by form"
        all="Any form"
        value={filter.source}
        choices={FORMS}
        onChange={filter.setSource}
      />
      <ChoiceFilter
        label="Filter by owner"
        all="Any owner"
        value={filter.owner}
        choices={[
          ['me', 'Mine'],
          ['none', 'Nobody’s'],
          ...ownerChoices({ ...owners, me: undefined }).filter(([id]) => id !== owners.me?.id),
        ]}
        onChange={filter.setOwner}
      />
      <ChoiceFilter
        label="Filter by follow-up"
        all="Any follow-up"
        value={filter.followUp}
        choices={WHENS}
        onChange={filter.setFollowUp}
      />
      <ChoiceFilter
        label="Order leads by"
        all={ORDERS.find(([order]) => order === filter.standardOrder)?.[1] ?? ''}
        value={filter.order}
        choices={ORDERS.filter(([order]) => order !== filter.standardOrder)}
        onChange={filter.setOrder}
      />
      <MoreFilters active={filter.active} onClear={filter.clearMore}>
        <ChoiceFilter
          label="Filter by landing page"
          all="Any landing page"
          value={filter.variant}
          choices={VARIANTS}
          onChange={filter.setVariant}
        />
        <DayFilter label="From" value={filter.from} onChange={filter.setFrom} />
        <DayFilter label="To" value={filter.to} onChange={filter.setTo} />
        <ChoiceFilter
          label="Leads or spam"
          all="Leads"
          value={filter.spam}
          choices={[['only', 'Spam']]}
          onChange={filter.setSpam}
        />
      </MoreFilters>
      {filter.person && (
        <Button variant="ghost" size="sm" onClick={() => filter.setPerson('')}>
          Everyone again <X aria-hidden size={14} />
        </Button>
      )}
    </FilterBar>
  )
}
