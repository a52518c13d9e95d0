import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { Timeseries } from '@firsttouch/api/contract/timeseries'
import { clsx } from 'clsx'
import { CHART } from '../address/chart.ts'
import { useChoice } from '../address/filters.ts'
import { useNarrowed, WHOLE } from '../address/page-filter.ts'
import { useRange } from '../address/use-range.ts'
import { useCampaigns, useFunnel, useTraffic } from '../data/figures.ts'
import { type Change, ChangeLine, changeOf, changeOfRate } from '../pieces/change-line.tsx'
import { comparisonRule, daysBefore } from '../pieces/comparison.ts'
import { costDaysWords } from '../pieces/cost-words.ts'
import { count, money, percent } from '../words/format.ts'
import { StatCard } from './stat-card.tsx'

/** `forChart`: a press shows a figure in the chart, and costs are among them. */
export const Stats = ({ forChart = false }: { forChart?: boolean }) => {
  const [shown, show] = useChoice(CHART)
  const chartOf = (name: string) =>
    forChart ? { chart: { isShown: shown === name, show: () => show(name) } } : {}
  const analytics = useTraffic('analytics')
  const campaigns = useCampaigns()
  const series = useTraffic('timeseries').data
  const narrowed = useNarrowed()
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
        {forChart && <CostStats chartOf={chartOf} />}
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

type CostStatsProps = { chartOf: (name: string) => Pick<Parameters<typeof StatCard>[0], 'chart'> }

const CostStats = ({ chartOf }: CostStatsProps) => {
  const query = useFunnel()
  const { costDays, currency = '' } = query.data ?? {}
  const card = {
    query,
    meaning: costDays ? costDaysWords(costDays) : 'Not known for these days',
    format: (value: number | null) => money(value, currency),
  }
  return (
    <>
      <StatCard {...card} {...chartOf('cost')} label="Cost" value={({ cost }) => cost} />
      <StatCard
        {...card}
        {...chartOf('cost-per-lead')}
        label="Cost per Lead"
        value={({ steps }) => steps.find(({ step }) => step === 'lead')?.costEach ?? null}
      />
    </>
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
  /** In `CHART`. */
  name: string
  meaning: string
  value: (data: AnalyticsSummary) => number
  format: (value: number | null) => string
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
