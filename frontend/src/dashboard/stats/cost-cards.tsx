import type { Funnel, FunnelStep } from '@firsttouch/api/contract/costs/funnel'
import { Link } from 'react-router-dom'
import { usePageFilter } from '../address/page-filter.ts'
import { usePageAddress } from '../address/page-links.ts'
import { useFunnel } from '../data/figures.ts'
import { costChange, costDaysWords, coveredWords, withoutCost } from '../pieces/cost-words.ts'
import { money } from '../words/format.ts'
import { StatCard, type StatCardProps } from './stat-card.tsx'

type Card = { step: FunnelStep | null; label: string; meaning: string }
/** `name` selects the card's figure in the chart (filter `CHART`). It is empty for cards without a chart. */
export const CARDS: readonly (Card & { name: string })[] = [
  {
    name: 'cost',
    step: null,
    label: 'Advertising Cost',
    meaning: 'For days with a known cost since counting began',
  },
  { name: 'cost-per-lead', step: 'lead', label: 'Cost per Lead', meaning: 'Cost ÷ leads' },
  { name: '', step: 'qualified', label: 'Cost per Qualified Lead', meaning: 'Cost ÷ qualified leads' },
  {
    ...{ name: '', step: 'onboarding', label: 'Cost per Onboarding' },
    meaning: 'Cost ÷ leads with an onboarding form',
  },
]

type CostCardProps = { card: Card; chart?: StatCardProps<Funnel>['chart'] }

export const CostCard = ({ card: { step, label, meaning }, chart }: CostCardProps) => {
  const query = useFunnel()
  const { data } = query
  const { partNarrowed } = usePageFilter()
  const unknown = partNarrowed ? `Not known per ${partNarrowed}` : 'Not known for these days'
  return (
    <StatCard
      {...{ label, query, chart }}
      meaning={data?.cost === null ? unknown : ((data && comparedWords(data, step)) ?? meaning)}
      value={funnel => costsOf(funnel, step)[0]}
      format={value => money(value, data?.currency ?? '')}
    />
  )
}

/** Renders nothing while no cost is known. */
export const CostCards = () => {
  const { data } = useFunnel()
  const address = usePageAddress()
  if (!data || data.cost === null || data.costDays === null) return null
  const missing = data.daysWithoutCost && withoutCost(data.daysWithoutCost)
  return (
    <section id="cost-figures" aria-label="Costs" tabIndex={-1}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        {CARDS.map(card => (
          <CostCard key={card.label} card={card} />
        ))}
      </dl>
      <p className="mt-2 text-xs text-muted">
        {costDaysWords(data.costDays)}, divided by the leads of the same days. {missing && `${missing}. `}
        <Link className="underline underline-offset-2" to={address('campaigns', {})}>
          Costs by campaign
        </Link>
      </p>
    </section>
  )
}

const comparedWords = (data: Funnel, step: FunnelStep | null): string | null => {
  const change = costChange(...costsOf(data, step), data.currency)
  if (!change || !data.previous?.costDays) return null
  const days = coveredWords(data.previous.costDays)
  return change === 'as much' ? `The same as for ${days}` : `${change} than for ${days}`
}

/** Returns total costs if `name` is null, otherwise costs per unit of the funnel step, such as per lead. */
const costsOf = ({ cost, previous, steps }: Funnel, name: FunnelStep | null) => {
  if (name === null) return [cost, previous?.cost ?? null] as const
  const found = steps.find(({ step }) => step === name)
  return [found?.costEach ?? null, found?.previous?.costEach ?? null] as const
}
