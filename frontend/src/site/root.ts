/** The page at `/` shows the landing page variant drawn for the visitor, or the control without scripts. */
import { FROM_PRICE, WITHIN } from './business.ts'
import { page as control } from './original/original.tsx'
import type { PublicPage } from './page.ts'

export const page: PublicPage = {
  ...control,
  title: `Firsttouch: number one on Google within ${WITHIN.first}`,
  description: `We set up and run Google Ads for roofers, plumbers, cleaners and other local trades. Number one within ${WITHIN.first} or your money back. From ${FROM_PRICE} a week.`,
  search: 'sitemap',
}
