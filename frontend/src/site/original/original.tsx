/** The original landing page, with its sections in the specification's order. */
import { Boundary } from '../../ui/boundary.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { Stars } from '../art/stars.tsx'
import { ORGANISATION, ORIGINAL_CLAIMS, PROMISE, USUALLY, WITHIN } from '../business.ts'
import { ChatWidget } from '../chat/chat-widget.tsx'
import { ButtonLink, CountedLink } from '../counted-link.tsx'
import { BottomBar, Footer, Header } from '../layout/header.tsx'
import type { PublicPage } from '../page.ts'
import { PromoPopup } from '../promo/promo-popup.tsx'
import { Contact } from './contact.tsx'
import { FAQ_DATA, Faq } from './faq.tsx'
import { Hero } from './hero.tsx'
import { Pricing } from './pricing.tsx'
import { Reasons } from './reasons.tsx'
import { WhatIs } from './what-is.tsx'

const Original = () => (
  <>
    <SkipLink />
    <Header />
    <main id="main" tabIndex={-1} className="outline-none">
      <Hero />
      <BadgeStrip />
      <ProofStats />
      <WhatIs />
      <Reasons />
      <Pricing />
      <FinalCall />
      <Faq />
      <Contact />
    </main>
    <Footer />
    <BottomBar />
    <Boundary>
      <ChatWidget />
    </Boundary>
    <Boundary>
      <PromoPopup />
    </Boundary>
  </>
)

export const page: PublicPage = {
  title: 'Managed Google Ads for local trades | Firsttouch',
  description: `Be the first firm people see when they search. We set up and manage your Google Ads: number one within ${WITHIN.first}, usually ${USUALLY}, or a full refund.`,
  search: 'allowed',
  data: [ORGANISATION, FAQ_DATA],
  Component: Original,
}

const { searchRating, reviewRating, businesses, years } = ORIGINAL_CLAIMS

const BadgeStrip = () => (
  <section aria-label="Reviews" className="bg-dark text-on-dark">
    <ul className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-4 py-6">
      <Rating value={searchRating} of="on Google reviews" />
      <Rating value={reviewRating} of="on review sites" />
      <li className="sm:text-lg">
        <strong className="display text-2xl text-accent">{businesses}</strong> businesses over {years} years
      </li>
    </ul>
  </section>
)

const Rating = ({ value, of }: { value: string; of: string }) => (
  <li className="flex flex-wrap items-center gap-x-3 sm:text-lg">
    <strong className="display text-2xl text-accent">{value}</strong>
    <Stars rating={value} />
    <span>{of}</span>
  </li>
)

const [, usualHours = '', unit = ''] = /^(.*) (\w+)$/.exec(USUALLY) ?? []

const STATS = [
  [ORIGINAL_CLAIMS.businesses, 'local businesses put first'],
  [`${ORIGINAL_CLAIMS.years} years`, 'of doing only this'],
  [usualHours, `${unit}, usually, from go to number one`],
  ['24/7', 'watch against fraudulent clicks'],
] as const

const ProofStats = () => (
  <section aria-label="In figures" className="wrap py-16 sm:py-24">
    <dl className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4">
      {STATS.map(([figure, meaning]) => (
        <div key={figure} className="flex flex-col-reverse justify-end">
          <dt className="mt-3 max-w-[16rem] text-muted">{meaning}</dt>
          <dd>
            <span className="display block text-3xl whitespace-nowrap sm:text-4xl">{figure}</span>
            <span aria-hidden className="ruler mt-3 block h-3 text-strong-line" />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const MARKS = Array.from({ length: 14 }, (_, index) => index + 1)

const FinalCall = () => (
  <section aria-labelledby="final-call" className="bg-accent text-on-accent">
    <div aria-hidden className="grid grid-cols-7 lg:grid-cols-14">
      {MARKS.map(mark => (
        <span key={mark} className="tape-cell h-10 last:bg-none max-lg:nth-[n+8]:hidden" />
      ))}
    </div>
    <div className="wrap py-16 sm:py-24">
      <h2 id="final-call" className="display text-5xl">
        Somebody is searching <span className="block">for you right now.</span>
      </h2>
      <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-5">
        <ButtonLink href="#pricing" name="final_call_get_started" variant="dark" size="lg">
          Get Started
        </ButtonLink>
        <CountedLink
          href="#contact"
          name="final_call_contact"
          className="text-lg font-semibold underline decoration-2 underline-offset-4"
        >
          Or talk to us first
        </CountedLink>
        <p className="max-w-sm text-lg lg:ml-auto">{PROMISE}, or your money back.</p>
      </div>
    </div>
  </section>
)
