import { TRIAL_HEADING } from '@firsttouch/ingest/experiments'
import { WITHIN } from '../business.ts'
import { InnerPage } from '../layout/inner-page.tsx'
import type { PublicPage } from '../page.ts'
import { Variants } from '../split-test/variants.tsx'
import { Included } from './included.tsx'
import { TrialForm } from './trial-form.tsx'

const BADGES = ['7-day first-place guarantee', 'No payment required', `Setup in ${WITHIN.setUp}`] as const

/** Variants of the A/B test on this page. */
const HEADINGS = {
  control: 'Your free 7-day trial of being number one',
  freeWeek: 'Seven days at number one on Google. They cost you nothing.',
  askedWeek: 'What would a week at number one on Google bring you?',
}

const TrialSignup = () => (
  <InnerPage>
    <div className="wrap pt-10 sm:pt-14">
      <h1 className="display max-w-5xl text-4xl">
        <Variants test={TRIAL_HEADING} of={HEADINGS} />
      </h1>
      <ul className="mt-6 flex flex-wrap gap-x-3 gap-y-2">
        {BADGES.map(badge => (
          <li key={badge} className="rounded-sm bg-accent px-3 py-1 font-semibold text-on-accent">
            {badge}
          </li>
        ))}
      </ul>
      <div className="mt-10 grid gap-10 lg:grid-cols-[1.5fr_1fr] lg:gap-14">
        <TrialForm />
        <Included />
      </div>
    </div>
  </InnerPage>
)

export const page: PublicPage = {
  title: 'Start your free 7-day trial | Firsttouch',
  description: `Seven days of managed Google Ads without payment: set up in ${WITHIN.setUp}, first place within ${WITHIN.first}, click-fraud protection included.`,
  search: 'sitemap',
  data: [],
  Component: TrialSignup,
}
