import type { Campaign } from '@firsttouch/api/contract/campaign'
import { fold } from '@firsttouch/api/contract/fields/fold'
import { oneOf, text, useChoice, useFilters } from '../address/filters.ts'
import type { Tags } from '../address/page-filter.ts'
import { byName, count, money } from '../words/format.ts'

export const STATES = { active: 'Active', inactive: 'Inactive', archived: 'Archived' } as const

export const stateOf = ({ isActive, archivedAt }: Pick<Campaign, 'isActive' | 'archivedAt'>) =>
  archivedAt !== null ? 'archived' : isActive ? 'active' : 'inactive'

export type Totals = Pick<
  Campaign,
  'clicks' | 'conversions' | 'currency' | 'cost' | 'costPerLead' | 'costPerQualifiedLead'
> & { leads: number | null; qualifiedLeads: number | null }

/** `first` is the direction in which the first press on the heading sorts. */
type Column<Value = string | number | null> = {
  id: string
  head: string
  first: 'up' | 'down'
  value: (campaign: Campaign) => Value
}
export type Figure = Column<number | null> & { text: (of: Campaign | Totals) => string }

const counts = (id: string, head: string, field: 'clicks' | 'conversions' | 'leads' | 'qualifiedLeads') =>
  ({ id, head, first: 'down', value: of => of[field], text: of => count(of[field]) }) satisfies Figure
const costs = (
  id: string,
  head: string,
  field: 'cost' | 'costPerLead' | 'costPerQualifiedLead',
  first: Column['first'],
) => ({ id, head, first, value: of => of[field], text: of => money(of[field], of.currency) }) satisfies Figure

const NAME: Column = { id: 'name', head: 'Campaign', first: 'up', value: ({ name }) => name }
const STATUS: Column = { id: 'status', head: 'Status', first: 'up', value: of => STATES[stateOf(of)] }
export const FIGURES: readonly Figure[] = [
  counts('clicks', 'Clicks', 'clicks'),
  counts('conversions', 'Conversions', 'conversions'),
  counts('leads', 'Leads', 'leads'),
  counts('qualified', 'Qualified', 'qualifiedLeads'),
  costs('cost', 'Cost', 'cost', 'down'),
  costs('per-lead', 'Per lead', 'costPerLead', 'up'),
  costs('per-qualified', 'Per qualified', 'costPerQualifiedLead', 'up'),
  {
    ...{ id: 'change', head: 'Change', first: 'up' },
    value: of => changeOf(of),
    text: of => ('previousCost' in of ? percentWords(changeOf(of)) : ''),
  },
]
export const COLUMNS: readonly Column[] = [NAME, STATUS, ...FIGURES]

/** Percentage change in the cost per qualified lead, or in the cost per lead if a period has no qualified lead. */
const changeOf = ({ previousCost, costPerQualifiedLead, costPerLead }: Campaign): number | null => {
  const [now, before] =
    costPerQualifiedLead !== null && previousCost?.costPerQualifiedLead
      ? [costPerQualifiedLead, previousCost.costPerQualifiedLead]
      : [costPerLead, previousCost?.costPerLead]
  return now !== null && before ? Math.round((now / before - 1) * 100) : null
}

const percentWords = (change: number | null): string =>
  change === null ? '–' : `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change)}%`

/** Only leads of days with a known cost count towards the costs per lead. */
export const totalsOf = (campaigns: readonly Campaign[]): Totals => {
  const sum = (field: 'clicks' | 'conversions' | 'leads' | 'qualifiedLeads' | CostCount) =>
    campaigns.reduce<number | null>((all, { [field]: own }) => (own === null ? all : (all ?? 0) + own), null)
  const hundredths = sum('cost')
  const cost = hundredths === null ? null : Math.round(hundredths * 100) / 100
  const each = (field: 'leadsOnCostDays' | 'qualifiedOnCostDays') => {
    const came = sum(field)
    return cost !== null && came ? cost / came : null
  }
  return {
    ...{ clicks: sum('clicks'), conversions: sum('conversions') },
    ...{ leads: sum('leads'), qualifiedLeads: sum('qualifiedLeads'), currency: campaigns[0]?.currency ?? '' },
    ...{ cost, costPerLead: each('leadsOnCostDays'), costPerQualifiedLead: each('qualifiedOnCostDays') },
  }
}
type CostCount = 'cost' | 'leadsOnCostDays' | 'qualifiedOnCostDays'

const ORDER = oneOf(
  'campaign-order',
  'Order campaigns by',
  'Newest first',
  Object.fromEntries(COLUMNS.flatMap(({ id, head }) => [`${id}-up`, `${id}-down`].map(way => [way, head]))),
)

/** The first press on a heading sorts, the second reverses the order, and the third restores the default order. */
export const useOrder = () => {
  const [order, setOrder] = useChoice(ORDER)
  return {
    order,
    sortOf: (id: string) =>
      order === `${id}-up`
        ? ('ascending' as const)
        : order === `${id}-down`
          ? ('descending' as const)
          : undefined,
    press: ({ id, first }: Column) => {
      const [one, other] = first === 'up' ? [`${id}-up`, `${id}-down`] : [`${id}-down`, `${id}-up`]
      setOrder(order === one ? other : order === other ? '' : one)
    },
  }
}

const TABLE = {
  text: text('campaign-search', 'Search campaigns'),
  state: oneOf('campaign-state', 'Filter by state', 'Not archived', STATES),
}
export const useCampaignFilters = () => useFilters(TABLE)

type View = {
  text: string
  state: string
  order: string
  accepts: (tags: Tags) => boolean
  /** Id of a campaign that was just created, which comes first in every order. */
  created?: string | null
}

export const arrange = (
  campaigns: readonly Campaign[],
  { text: typed, state, order, accepts, created }: View,
): Campaign[] => {
  const sought = fold(typed.trim())
  const isPinned = ({ id, archivedAt }: Campaign) => id === created && archivedAt === null
  const found = campaigns.filter(
    campaign =>
      !isPinned(campaign) &&
      accepts({ utm_source: campaign.utmSource, utm_campaign: campaign.utmCampaign }) &&
      (state ? stateOf(campaign) === state : campaign.archivedAt === null) &&
      (!sought ||
        [campaign.name, campaign.platform, campaign.utmSource, campaign.utmMedium, campaign.utmCampaign].some(
          value => fold(value).includes(sought),
        )),
  )
  return [...campaigns.filter(isPinned), ...found.sort(comparison(order))]
}

/** Unknown values (null) come last in both directions. */
const comparison = (order: string): ((a: Campaign, b: Campaign) => number) => {
  const column = COLUMNS.find(({ id }) => order === `${id}-up` || order === `${id}-down`)
  const sign = order.endsWith('-down') ? -1 : 1
  return (a, b) => {
    const [x, y] = [column?.value(a) ?? null, column?.value(b) ?? null]
    const newest = b.createdAt.localeCompare(a.createdAt)
    if (x === null || y === null) return Number(x === null) - Number(y === null) || newest
    const difference = typeof x === 'number' && typeof y === 'number' ? x - y : byName(String(x), String(y))
    return sign * difference || newest
  }
}
