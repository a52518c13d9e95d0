/** Every public path and the code that shows it, each loaded on its own. Staff paths are in ../routes.tsx. */
import { withoutEndSlashes } from '@firsttouch/api/contract/fields/end-slashes'
import type { ComponentType } from 'react'
import { DASHBOARD_PAGES, dashboardPath } from '../dashboard-pages.ts'
import { landingVariant } from '../track/landing.ts'

export type Page = { path: string; load: () => Promise<ComponentType> }

const original = async () => (await import('./original/original.tsx')).Original
const v2 = async () => (await import('./v2/v2.tsx')).V2

export const PAGES: readonly Page[] = [
  { path: '/', load: () => (landingVariant() === 'v2' ? v2() : original()) },
  { path: '/original', load: original },
  { path: '/v2', load: v2 },
  { path: '/trial-signup', load: async () => (await import('./trial/trial-signup.tsx')).TrialSignup },
  { path: '/trial-success', load: async () => (await import('./trial/trial-success.tsx')).TrialSuccess },
  { path: '/onboarding', load: async () => (await import('./onboarding/onboarding.tsx')).Onboarding },
  {
    path: '/onboarding-success',
    load: async () => (await import('./onboarding/onboarding-success.tsx')).OnboardingSuccess,
  },
  { path: '/privacy', load: async () => (await import('./privacy/privacy.tsx')).Privacy },
]
export const NOT_FOUND: Page = {
  path: '*',
  load: async () => (await import('./not-found.tsx')).NotFound,
}
/** Rendered in the browser alone, never counted as visits. */
export const STAFF_PATHS = ['/login', ...DASHBOARD_PAGES.map(dashboardPath)]

const plain = (path: string): string => withoutEndSlashes(path) || '/'
/** Also what is under the dashboard's address and none of its pages: the dashboard says so itself. */
export const isStaffPath = (path: string): boolean =>
  STAFF_PATHS.includes(plain(path)) || path.startsWith(`${dashboardPath('overview')}/`)
export const pageFor = (path: string): Page => PAGES.find(page => page.path === plain(path)) ?? NOT_FOUND
