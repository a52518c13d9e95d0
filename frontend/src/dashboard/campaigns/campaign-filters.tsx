import { FilterBar, FilterSelect } from '../pieces/filters/filter-bar.tsx'
import { SearchFilter } from '../pieces/filters/search-filter.tsx'
import { ORDER_NAMES, STATES } from './campaign-order.ts'
import type { CampaignView } from './use-campaign-view.ts'

export const CampaignFilters = ({ view }: { view: CampaignView }) => (
  <FilterBar>
    <SearchFilter label="Search campaigns" value={view.text} onChange={view.setText} />
    <FilterSelect
      label="Filter by state"
      all="Not archived"
      value={view.state}
      options={STATES}
      onChange={view.setState}
    />
    <FilterSelect
      label="Order campaigns by"
      all={ORDER_NAMES[0] ?? ''}
      value={view.order}
      options={ORDER_NAMES.slice(1)}
      onChange={view.setOrder}
    />
  </FilterBar>
)
