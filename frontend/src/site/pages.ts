import { withoutEndSlashes } from '@firsttouch/api/contract/fields/end-slashes'
import { LANDING_PAGE, type LandingVariant } from '@firsttouch/ingest/experiments'
import type { ComponentType } from 'react'
import { DASHBOARD_PAGES, dashboardPath } from '../dashboard-pages.ts'
import { PAGE_EXPERIMENTS, type PublicPage } from './page.ts'
import { shownVariant } from './split-test/shown-variant.ts'

type Load = () => Promise<{ page: PublicPage }>

const LANDINGS: Record<LandingVariant, Load> = {
  control: () => import('./original/original.tsx'),
  v2: () => import('./v2/v2.tsx'),
}
const NOT_FOUND: Load = () => import('./not-found.tsx')

/** `/` is missing, because its head is in `root.ts`. `*` is the page for unknown paths. */
export const PAGES: Readonly<Record<string, Load>> = {
  ...Object.fromEntries(LANDING_PAGE.variants.map(({ name, path }) => [path, LANDINGS[name]])),
  '/trial-signup': () => import('./trial/trial-signup.tsx'),
  '/trial-success': () => import('./trial/trial-success.tsx'),
  '/onboarding': () => import('./onboarding/onboarding.tsx'),
  '/onboarding-success': () => import('./onboarding/onboarding-success.tsx'),
  '/privacy': () => import('./privacy/privacy.tsx'),
  '/opt-out': () => import('./opt-out/opt-out.tsx'),
  '*': NOT_FOUND,
}
/** Staff pages are rendered in the browser only and never count as visits. */
export const STAFF_PATHS = ['/login', '/invitation', ...DASHBOARD_PAGES.map(dashboardPath)]

const plain = (path: string): string => withoutEndSlashes(path) || '/'
/** Also true for unknown paths under the dashboard, because the dashboard shows its own error for them. */
export const isStaffPath = (path: string): boolean =>
  STAFF_PATHS.includes(plain(path)) || path.startsWith(`${dashboardPath('overview')}/`)

export const loadComponent = async (path: string): Promise<ComponentType> => {
  const test = PAGE_EXPERIMENTS.find(one => one.path === plain(path))
  const load = PAGES[test ? shownVariant(test).path : plain(path)] ?? NOT_FOUND
  return (await load()).page.Component
}
