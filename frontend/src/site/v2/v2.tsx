/**
 * The second landing page is designed as a page of search results. Each section is a position, and its number shrinks
 * with the position.
 */

import { SkipLink } from '../../ui/skip-link.tsx'
import { V2_CLAIMS } from '../business.ts'
import { CountedLink } from '../counted-link.tsx'
import { ORGANISATION } from '../organisation.ts'
import type { PublicPage } from '../page.ts'
import { Benefits } from './benefits.tsx'
import { Place } from './place.tsx'
import { Prices } from './prices.tsx'
import { SearchHero } from './search-hero.tsx'
import { Testimonials } from './testimonials.tsx'
import { V2Footer } from './v2-footer.tsx'

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
