import { FilterBar } from '../pieces/filters/filter-bar.tsx'
import { MoreFilters } from '../pieces/filters/more-filters.tsx'
import { ChoiceFilter, DayFilter, SearchFilter } from '../pieces/filters/search-filter.tsx'
import { ACCOUNTS, ORDERS, type SubmissionFilter } from './use-submission-filter.ts'

export const SubmissionFilters = ({ filter }: { filter: SubmissionFilter }) => (
  <FilterBar>
    <SearchFilter label="Search submissions" value={filter.text} onChange={filter.setText} />
    <ChoiceFilter
      label="Filter by account"
      all="Any account"
      value={filter.account}
      choices={ACCOUNTS}
      onChange={filter.setAccount}
    />
    <ChoiceFilter
      label="Order submissions by"
      all="Newest first"
      value={filter.order}
      choices={ORDERS}
      onChange={filter.setOrder}
    />
    <MoreFilters active={filter.active} onClear={filter.clearMore}>
      <DayFilter label="From" value={filter.from} onChange={filter.setFrom} />
      <DayFilter label="To" value={filter.to} onChange={filter.setTo} />
      <ChoiceFilter
        label="Submissions or spam"
        all="Submissions"
        value={filter.spam}
        choices={[['only', 'Spam']]}
        onChange={filter.setSpam}
      />
    </MoreFilters>
  </FilterBar>
)
