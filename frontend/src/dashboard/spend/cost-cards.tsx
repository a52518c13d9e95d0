/** What a lead costs, at a glance; nothing until a cost is known. */
import type { Funnel, FunnelStep } from '@firsttouch/api/contract/costs/funnel'
import { Link } from 'react-router-dom'
import { usePageAddress } from '../address/page-links.ts'
import { useFunnel } from '../data/figures.ts'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { costChange, costDaysWords, coveredWords, withoutCost } from '../pieces/cost-words.ts'
import { money } from '../words/format.ts'

export const CostCards = () => {
  const { data } = useFunnel()
  const address = usePageAddress()
  if (!data || data.cost === null || data.costDays === null) return null
  const missing = data.daysWithoutCost && withoutCost(data.daysWithoutCost)
  return (
    <section id="cost-figures" aria-label="Costs" tabIndex={-1}>
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
        {CARDS.map(({ step, label, meaning }) => {
          const [now, before] = costsOf(data, step)
          return (
            <div key={label} className="rounded-lg border border-line bg-card px-4 py-3.5 sm:px-5">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="mt-1 text-2xl leading-tight font-semibold tracking-tight tabular-nums">
                <ChangedNumber value={now}>{money(now, data.currency)}</ChangedNumber>
              </dd>
              <dd className="mt-0.5 text-xs text-muted">{comparedWords(data, now, before) ?? meaning}</dd>
            </div>
          )
        })}
      </dl>
      <p className="mt-2 text-xs text-muted">
        {costDaysWords(data.costDays)}, divided by what came on the same days. {missing && `${missing}. `}
        <Link className="underline underline-offset-2" to={address('campaigns', {})}>
          Costs by campaign
        </Link>
      </p>
    </section>
  )
}

const comparedWords = ({ currency, previous }: Funnel, now: number | null, before: number | null) => {
  const change = costChange(now, before, currency)
  if (!change || !previous?.costDays) return null
  const days = coveredWords(previous.costDays)
  return change === 'as much' ? `As much as ${days}` : `${change} than ${days}`
}

/** Without a step the whole cost, else what one of the step cost: now and before. */
const costsOf = ({ cost, previous, steps }: Funnel, name: FunnelStep | null) => {
  if (name === null) return [cost, previous?.cost ?? null] as const
  const found = steps.find(({ step }) => step === name)
  return [found?.costEach ?? null, found?.previous?.costEach ?? null] as const
}

type Card = { step: FunnelStep | null; label: string; meaning: string }
const CARDS: readonly Card[] = [
  { step: null, label: 'Advertising Cost', meaning: 'Of counted days with a known cost' },
  { step: 'lead', label: 'Cost of a Lead', meaning: 'Cost ÷ leads' },
  { step: 'qualified', label: 'Cost of a Qualified Lead', meaning: 'Cost ÷ qualified leads' },
  { step: 'onboarding', label: 'Cost of an Onboarding', meaning: 'Cost ÷ leads with an onboarding form' },
]
