import { LEAD_STATUSES } from '@firsttouch/api/contract/leads'
import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { FilterBar, FilterSelect } from '../filter-bar.tsx'
import { MoreFilters } from '../more-filters.tsx'
import { ChoiceFilter, DayFilter, SearchFilter } from '../search-filter.tsx'
import { FORMS, type LeadFilter, ORDERS, VARIANTS } from './use-lead-filter.ts'

export const LeadFilters = ({ filter }: { filter: LeadFilter }) => (
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
      label="Order leads by"
      all="Newest first"
      value={filter.order}
      choices={ORDERS}
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
