import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import { useNarrowed, WHOLE } from '../address/page-filter.ts'
import { useRange } from '../address/use-range.ts'
import { useCampaigns, useTraffic } from '../data/figures.ts'
import { comparisonRule, daysBefore } from '../pieces/comparison.ts'
import { count, percent } from '../words/format.ts'
import { type Change, ChangeLine, changeOf, changeOfRate } from './change-line.tsx'
import { StatCard } from './stat-card.tsx'

export const Stats = () => {
  const analytics = useTraffic('analytics')
  const campaigns = useCampaigns()
  const series = useTraffic('timeseries').data
  const narrowed = useNarrowed()
  return (
    <section id="overview" aria-label="Totals" tabIndex={-1}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        {TOTALS.map(({ change, meaning, ...total }) => (
          <StatCard
            key={total.label}
            {...total}
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
        <StatCard
          label="Active Campaigns"
          meaning={narrowed ? `Switched on, of ${WHOLE}` : 'Switched on in the list'}
          query={campaigns}
          value={data => data.filter(campaign => campaign.isActive).length}
          format={count}
        />
      </dl>
      {series && <ComparisonRule series={series} />}
    </section>
  )
}

/** Stands beneath what is compared. */
const ComparisonRule = ({ series }: { series: Timeseries }) => {
  const rule = comparisonRule(series, useRange())
  return rule && <p className="mt-2 text-xs text-muted">{rule}</p>
}

type Counts = Timeseries['totals']

const rateOf = ({ visits, conversions }: Counts): number => (visits === 0 ? 0 : (conversions / visits) * 100)

type Total = {
  label: string
  meaning: string
  value: (data: AnalyticsSummary) => number
  format: (value: number | null) => string
  change: (now: Counts, before: Counts) => Change
}
const TOTALS: readonly Total[] = [
  {
    label: 'Total Visits',
    meaning: 'Page views by people',
    value: data => data.totalVisits,
    format: count,
    change: (now, before) => changeOf(now.visits, before.visits),
  },
  {
    label: 'Conversions',
    meaning: 'Conversion events',
    value: data => data.totalConversions,
    format: count,
    change: (now, before) => changeOf(now.conversions, before.conversions),
  },
  {
    label: 'Conversion Rate',
    meaning: 'Conversions ÷ visits',
    value: data => data.conversionRate,
    format: rate => percent(rate, 1),
    change: (now, before) => changeOfRate(rateOf(now), rateOf(before)),
  },
]
