import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { AD_BUDGETS, PLANS, type Plan, pounds } from '../business.ts'
import { PlanLink } from '../plan-link.tsx'

export const Pricing = () => (
  <section id="pricing" aria-labelledby="pricing-title" className="border-t border-line bg-card">
    <div className="wrap py-16 sm:py-28">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <h2 id="pricing-title" className="display text-3xl sm:text-4xl">
          Three prices. <span className="block">No surprises.</span>
        </h2>
        <p className="max-w-md text-muted">
          A week at a time, plus VAT. What you spend on adverts goes straight to Google from your own account:
          we suggest at least {AD_BUDGETS.regional} a week for a regional campaign and about{' '}
          {AD_BUDGETS.national} a week for a national or competitive one.
        </p>
      </div>
      <ul className="mt-12 grid items-stretch gap-5 lg:grid-cols-3">
        {PLANS.map(plan => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </ul>
    </div>
  </section>
)

const PlanCard = ({ plan }: { plan: Plan }) => (
  <li
    className={clsx(
      'flex flex-col rounded-lg border-2 p-6 sm:p-8',
      plan.popular ? 'border-accent bg-accent text-on-accent' : 'border-line bg-page',
    )}
  >
    <div className="flex items-start justify-between gap-3">
      <h3 className="display text-2xl">{plan.name}</h3>
      {plan.popular && (
        <p className="shrink-0 rounded-sm bg-on-accent px-2.5 py-1 text-sm font-bold text-accent">
          Most popular
        </p>
      )}
    </div>
    <p className={plan.popular ? '' : 'text-muted'}>{plan.subtitle}</p>
    <p className="mt-6 flex items-baseline gap-2">
      <span className="display text-[4.5rem] leading-[0.85]">{pounds(plan.price)}</span>
      <span className="text-sm font-medium">per week, plus VAT</span>
    </p>
    <p className="mt-5 border-y-2 border-current py-3 text-lg font-bold">{plan.keywords}</p>
    <ul className="mt-5 mb-8 space-y-2.5">
      {plan.features.map(feature => (
        <li key={feature} className="flex gap-3">
          <Check aria-hidden size={20} strokeWidth={3} className="mt-1 shrink-0" />
          {feature}
        </li>
      ))}
    </ul>
    <PlanLink plan={plan} className="mt-auto" />
  </li>
)
