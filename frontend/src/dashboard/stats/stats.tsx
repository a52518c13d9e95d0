import type { AnalyticsTotals } from '@firsttouch/api/contract/analytics'
import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import { clsx } from 'clsx'
import { CHART } from '../address/chart.ts'
import { useChoice } from '../address/filters.ts'
import { useNarrowed } from '../address/page-filter.ts'
import { useRange } from '../address/range.ts'
import { useCampaigns, useTraffic } from '../data/figures.ts'
import { type Change, ChangeLine, changeOf, changeOfRate } from '../pieces/change-line.tsx'
import { comparisonRule, daysBefore } from '../pieces/comparison.ts'
import { count, percent } from '../words/format.ts'
import { CARDS, CostCard } from './cost-cards.tsx'
import { StatCard, type StatCardProps } from './stat-card.tsx'

/** With `forChart`, a click on a card shows its figure in the chart, and the cost cards are included. */
export const Stats = ({ forChart = false }: { forChart?: boolean }) => {
  const [shown, show] = useChoice(CHART)
  const chartOf = (name: string) =>
    forChart ? { chart: { isShown: shown === name, show: () => show(name) } } : {}
  const analytics = useTraffic('analytics')
  const campaigns = useCampaigns()
  const series = useTraffic('timeseries').data
  const narrowed = useNarrowed()
  const range = useRange()
  const rule = series && comparisonRule(series, range)
  return (
    <section id="overview" aria-label="Totals" tabIndex={-1}>
      <dl
        className={clsx(
          'grid grid-cols-2 gap-3 lg:gap-4',
          forChart ? 'md:grid-cols-3 xl:grid-cols-6' : 'lg:grid-cols-4',
        )}
      >
        {TOTALS.map(({ change, meaning, name, ...total }) => (
          <StatCard
            key={total.label}
            {...total}
            {...chartOf(name)}
            query={analytics}
            meaning={
              series?.previous ? (
                <ChangeLine
                  change={change(series.totals, series.previous)}
                  than={`against ${daysBefore(series.previous)}`}
                />
              ) : (
                (narrowed ?? meaning)
              )
            }
          />
        ))}
        {forChart &&
          CARDS.slice(0, 2).map(card => <CostCard key={card.name} card={card} {...chartOf(card.name)} />)}
        <StatCard
          label="Active Campaigns"
          meaning={narrowed ? 'Set to active. Filters do not apply' : 'Campaigns set to active'}
          query={campaigns}
          value={data => data.filter(campaign => campaign.isActive).length}
          format={count}
        />
      </dl>
      {rule && <p className="mt-2 text-xs text-muted">{rule}</p>}
    </section>
  )
}

type Counts = Timeseries['totals']

const rateOf = ({ visits, conversions }: Counts): number => (visits === 0 ? 0 : (conversions / visits) * 100)

type Total = Pick<StatCardProps<AnalyticsTotals>, 'label' | 'value' | 'format'> & {
  name: string
  meaning: string
  change: (now: Counts, before: Counts) => Change
}
const TOTALS: readonly Total[] = [
  {
    label: 'Total Visits',
    name: '',
    meaning: 'Page views by people',
    value: data => data.totalVisits,
    format: count,
    change: (now, before) => changeOf(now.visits, before.visits),
  },
  {
    label: 'Conversions',
    name: 'conversions',
    meaning: 'Conversion events',
    value: data => data.totalConversions,
    format: count,
    change: (now, before) => changeOf(now.conversions, before.conversions),
  },
  {
    label: 'Conversion Rate',
    name: 'rate',
    meaning: 'Conversions ÷ visits',
    value: data => data.conversionRate,
    format: rate => percent(rate, 1),
    change: (now, before) => changeOfRate(rateOf(now), rateOf(before)),
  },
]
