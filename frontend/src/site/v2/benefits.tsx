import { Check } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { USUALLY, VALUES, WITHIN } from '../business.ts'
import { CountedLink } from '../counted-link.tsx'
import { Place } from './place.tsx'

const BENEFITS = [
  [`At the top within ${WITHIN.first}`, `Usually within ${USUALLY}. If not by day seven, a full refund.`],
  ['Free to find out', 'The 7-day trial asks for no payment and ends by itself.'],
  [`Set up in ${WITHIN.setUp}`, 'You tell us your trade and your area. We do the rest.'],
  ['Your account, your data', 'It all runs in your own Google Ads account and stays with you.'],
  ['Protected day and night', `24/7 click-fraud protection, valued at ${VALUES.clickFraud}, is included.`],
  ['You see what works', `Analytics and tag-manager setup, valued at ${VALUES.tracking}, is included.`],
] as const

export const Benefits = () => (
  <Place place={1} id="benefits" title="Your business">
    <p className="mt-1 text-sm font-semibold text-muted">Sponsored, and worth it</p>
    <p className="mt-3 max-w-2xl text-lg">
      One place gets the call. This is what it takes to be in it, and all of it is our job.
    </p>
    <dl className="mt-8 grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {BENEFITS.map(([title, text]) => (
        <div key={title} className="grid grid-cols-[auto_1fr] gap-x-4">
          <span
            aria-hidden
            className="row-span-2 mt-0.5 grid size-7 place-items-center rounded-sm bg-accent text-on-accent"
          >
            <Check size={20} strokeWidth={3.5} />
          </span>
          <dt className="text-lg leading-snug font-bold">{title}</dt>
          <dd className="mt-0.5 text-muted">{text}</dd>
        </div>
      ))}
    </dl>
    <CountedLink
      href="/trial-signup"
      name="v2_benefits_trial"
      className={buttonClass({ size: 'lg', className: 'mt-10' })}
    >
      Start Free Trial
    </CountedLink>
  </Place>
)
