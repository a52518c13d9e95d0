/** The second landing page, designed as a page of search results. Each section is a position in the results. */
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { SkipLink } from '../../ui/skip-link.tsx'
import { Stars } from '../art/stars.tsx'
import { AD_BUDGETS, ORGANISATION, PLANS, pounds, USUALLY, V2_CLAIMS, VALUES, WITHIN } from '../business.ts'
import { ButtonLink, CountedLink, MailLink } from '../counted-link.tsx'
import { PrivacyChoice } from '../layout/privacy-choice.tsx'
import type { PublicPage } from '../page.ts'
import { SearchHero } from './search-hero.tsx'

const V2 = () => (
  <>
    <SkipLink />
    <SearchHero />
    <main id="main" tabIndex={-1} className="wrap outline-none">
      <Benefits />
      <Testimonials />
      <Prices />
      <Fourth />
    </main>
    <V2Footer />
  </>
)

const Fourth = () => (
  <Place place={4} id="fourth" title="Hardly anybody scrolls down this far.">
    <p className="mt-2 max-w-xl text-muted">
      On Google even fewer do. If this is where your business is today,{' '}
      <CountedLink
        href="/trial-signup"
        name="v2_fourth_trial"
        className="font-semibold text-ink underline decoration-accent decoration-4 underline-offset-4"
      >
        move it to the top for a week, free
      </CountedLink>
      .
    </p>
  </Place>
)

export const page: PublicPage = {
  title: 'They search, they find you first | Firsttouch',
  description: `${V2_CLAIMS.overBusinesses} businesses trust us with their Google Ads. Try it free for 7 days: no payment, no long contract, and your own account stays yours.`,
  search: 'allowed',
  data: [ORGANISATION],
  Component: V2,
}

const BENEFITS = [
  [`At the top within ${WITHIN.first}`, `Usually within ${USUALLY}. If not by day seven, a full refund.`],
  ['Free to find out', 'The 7-day trial asks for no payment and ends by itself.'],
  [`Set up in ${WITHIN.setUp}`, 'You tell us your trade and your area. We do the rest.'],
  ['Your account, your data', 'It all runs in your own Google Ads account and stays with you.'],
  ['Protected day and night', `24/7 click-fraud protection, valued at ${VALUES.clickFraud}, is included.`],
  ['You see what works', `Analytics and tag-manager setup, valued at ${VALUES.tracking}, is included.`],
] as const

const Benefits = () => (
  <Place place={1} id="benefits" title="Your business">
    <p className="mt-1 text-sm font-semibold text-muted">Sponsored, and worth it</p>
    <p className="mt-3 max-w-2xl text-lg">
      One place gets the call. This is what it takes to win that place, and all of it is our job.
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
    <ButtonLink href="/trial-signup" name="v2_benefits_trial" size="lg" className="mt-10">
      Start Free Trial
    </ButtonLink>
  </Place>
)

/** Placeholders. The business must replace them with its own customers' words. */
const QUOTES = [
  [
    'Dave',
    'roofer in Leeds',
    'Signed up on a Monday, top of Google on the Wednesday. By Friday I had to ask my brother to help with the calls.',
  ],
  [
    'Priya',
    'plumber in Leicester',
    'I never learnt the Google Ads screen and I never will. They do it, I fix boilers, and the account is still mine.',
  ],
  [
    'Gareth',
    'pest control in Swansea',
    'The week cost me less than one leaflet drop. The first wasp nest it brought in paid for the month.',
  ],
] as const

export const Testimonials = () => (
  <Place place={2} id="testimonials" title="What they say after a week">
    <ul className="mt-8 grid gap-8 md:grid-cols-3">
      {QUOTES.map(([name, trade, words]) => (
        <li key={name}>
          <figure>
            <Stars rating="5" />
            <blockquote className="mt-3 text-lg leading-snug">“{words}”</blockquote>
            <figcaption className="mt-3 text-sm text-muted">
              <strong className="text-ink">{name}</strong>, {trade}
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </Place>
)

const Prices = () => (
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
          <ButtonLink
            href="/trial-signup"
            name={`v2_plan_${plan.id}`}
            variant={plan.popular ? 'primary' : 'ghost'}
            className="mt-auto"
          >
            Try It Free<span className="sr-only">: {plan.name}</span>
          </ButtonLink>
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

const SIZES = {
  1: 'text-[clamp(8rem,26vw,25rem)] -ml-[0.03em]',
  2: 'text-[clamp(5rem,12vw,10rem)] text-muted',
  3: 'text-[clamp(3.5rem,7vw,6rem)] text-muted',
  4: 'text-[clamp(2rem,3vw,2.5rem)] text-muted',
} as const

type PlaceProps = { place: keyof typeof SIZES; title: ReactNode; id: string; children: ReactNode }

export const Place = ({ place, title, id, children }: PlaceProps) => (
  <section
    aria-labelledby={id}
    className="grid gap-x-10 gap-y-4 border-ink py-12 not-first:border-t-2 sm:py-16 lg:grid-cols-[16rem_1fr] xl:grid-cols-[20rem_1fr]"
  >
    <p aria-hidden className={clsx('display leading-[0.72]', SIZES[place])}>
      {place}
    </p>
    <div className="min-w-0">
      <h2 id={id} className={clsx('display', place === 4 ? 'text-xl' : 'text-3xl')}>
        {title}
      </h2>
      {children}
    </div>
  </section>
)

const V2Footer = () => (
  <footer className="border-t border-line">
    <div className="wrap flex flex-wrap items-center justify-between gap-4 py-8 text-sm text-muted">
      <p>© Firsttouch. Google and Google Ads are trade marks of Google LLC; we are an independent agency.</p>
      <a href="/privacy" className="py-1 underline underline-offset-4">
        What we keep about you
      </a>
      <PrivacyChoice className="py-1 underline underline-offset-4" />
      <MailLink name="v2_footer_email" className="py-1 text-ink underline underline-offset-4" />
    </div>
  </footer>
)
