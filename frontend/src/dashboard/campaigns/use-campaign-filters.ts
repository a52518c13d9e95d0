/** How the list is narrowed and ordered, kept in the page's address. */
import { type Choice, oneOf, text, useFilters } from '../address/filters.ts'
import { ORDERS, STATES } from './campaign-order.ts'

const TABLE = {
  text: text('campaign-search', 'Search campaigns'),
  state: oneOf('campaign-state', 'Filter by state', 'Not archived', Object.entries(STATES)),
  order: oneOf(
    'campaign-order',
    'Order campaigns by',
    'Newest first',
    Object.entries(ORDERS).map(([order, { words }]): Choice => [order, words]),
  ),
}

export const useCampaignFilters = () => useFilters(TABLE)
