/** What search engines read beside the page (schema.org). */
import { QUESTIONS } from './original/questions.ts'

const ORGANISATION = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Firsttouch',
  description: 'Managed Google Ads for small and local businesses.',
  url: 'https://site-url.invalid/',
  logo: 'https://site-url.invalid/icon.svg',
  areaServed: 'GB',
}
const FAQ = {
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
}

const DATA: Record<string, object[]> = {
  '/': [ORGANISATION, FAQ],
  '/original': [ORGANISATION, FAQ],
  '/v2': [ORGANISATION],
}
/** Addresses name the build's stand-in for the site's own, which is filled in when the site is served. */
export const structuredData = (path: string): object[] => DATA[path] ?? []
