/**
 * The second landing page is built like what it sells: a page of results. Each block is a place, and the lower the place,
 * the smaller its number, down to the fourth, which hardly anybody sees.
 */

import { SkipLink } from '../../ui/skip-link.tsx'
import { V2_CLAIMS } from '../business.ts'
import { ORGANISATION } from '../organisation.ts'
import type { PublicPage } from '../page.ts'
import { Benefits } from './benefits.tsx'
import { Fourth } from './fourth-place.tsx'
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

export const page: PublicPage = {
  title: 'They search, they find you first | Firsttouch',
  description: `${V2_CLAIMS.overBusinesses} businesses trust us with their Google Ads. Try it free for 7 days: no payment, no long contract, and your own account stays yours.`,
  search: 'allowed',
  data: [ORGANISATION],
  Component: V2,
}
