import { SITE_URL } from '@firsttouch/api/contract/fields/site-url'

export const ORGANISATION = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Firsttouch',
  description: 'Managed Google Ads for small and local businesses.',
  url: `${SITE_URL}/`,
  logo: `${SITE_URL}/icon.svg`,
  areaServed: 'GB',
}
