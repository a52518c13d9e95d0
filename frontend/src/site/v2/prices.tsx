import { buttonClass } from '../../ui/button.tsx'
import { AD_BUDGETS, PLANS, pounds } from '../business.ts'
import { CountedLink } from '../counted-link.tsx'
import { Place } from './place.tsx'

export const Prices = () => (
  <Place place={3} id="prices" title="What it costs after the free week">
    <ul className="mt-8 grid gap-4 md:grid-cols-3">
      {PLANS.map(plan => (
        <li key={plan.id} className="flex flex-col rounded-lg border-2 border-line bg-card p-6">
          <h3 className="font-bold">
            {plan.name}
            {plan.popular && (
              <span className="ml-2 rounded-sm bg-accent px-2 py-0.5 text-xs font-bold text-on-accent">
                Most popular
              </span>
            )}
          </h3>
          <p className="mt-3">
            <span className="display block text-3xl">{pounds(plan.price)}</span>
            <span className="text-sm text-muted">a week plus VAT</span>
          </p>
          <p className="mt-2 mb-6">
            {plan.keywords}
            {plan.id === 'enterprise' && ', dedicated account manager'}
          </p>
          <CountedLink
            href="/trial-signup"
            name={`v2_plan_${plan.id}`}
            className={buttonClass({ variant: plan.popular ? 'primary' : 'ghost', className: 'mt-auto' })}
          >
            Try It Free<span className="sr-only">: {plan.name}</span>
          </CountedLink>
        </li>
      ))}
    </ul>
    <p className="mt-5 max-w-2xl text-sm text-muted">
      Rolling billing, week by week. What you spend on adverts goes straight to Google: we suggest at least{' '}
      {AD_BUDGETS.regional} a week for a regional campaign and about {AD_BUDGETS.national} a week for a
      national or competitive one.
    </p>
  </Place>
)
