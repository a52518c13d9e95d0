/** Titles and descriptions: of the prerendered HTML, and of the tab while the visitor goes from page to page. */
import { NOT_FOUND } from './pages.ts'

export type Head = { title: string; description: string; index: boolean }

const HEADS: Record<string, Head> = {
  '/': {
    title: 'Firsttouch: number one on Google within 7 days',
    description:
      'We set up and run Google Ads for roofers, plumbers, cleaners and other local trades. Number one within 7 days or your money back. From £25 a week.',
    index: true,
  },
  '/original': {
    title: 'Managed Google Ads for local trades | Firsttouch',
    description:
      'Be the first firm people see when they search. We set up and manage your Google Ads: number one within 7 days, usually 24 to 72 hours, or a full refund.',
    index: true,
  },
  '/v2': {
    title: 'They search, they find you first | Firsttouch',
    description:
      'Over 500 businesses trust us with their Google Ads. Try it free for 7 days: no payment, no long contract, and your own account stays yours.',
    index: true,
  },
  '/trial-signup': {
    title: 'Start your free 7-day trial | Firsttouch',
    description:
      'Seven days of managed Google Ads without payment: set up in 2 hours, first place within 7 days, click-fraud protection included.',
    index: true,
  },
  '/trial-success': {
    title: 'Your free trial has started | Firsttouch',
    description: 'What happens next with your free 7-day trial of managed Google Ads.',
    index: false,
  },
  '/onboarding': {
    title: 'Almost done: tell us about your business | Firsttouch',
    description: 'The last step after payment: the details we need to set up your campaigns.',
    index: false,
  },
  '/onboarding-success': {
    title: 'Thank you: we have everything we need | Firsttouch',
    description: 'What happens next with your Google Ads campaigns.',
    index: false,
  },
  '/privacy': {
    title: 'What we keep about you, and for how long | Firsttouch',
    description:
      'What Firsttouch keeps when you visit, press a button or send a form, for how many days, and how to see it or have it erased.',
    index: true,
  },
  [NOT_FOUND.path]: {
    title: '404 Page Not Found | Firsttouch',
    description: 'There is no page at this address.',
    index: false,
  },
}

/** Staff pages set their own title. */
export const headOf = (path: string): Head =>
  HEADS[path] ?? { title: 'Firsttouch', description: 'For staff.', index: false }
