/** Every public path and the file of its page, each loaded on its own. Staff paths are in ../routes.tsx. */
import { withoutEndSlashes } from '@firsttouch/api/contract/fields/end-slashes'
import { LANDING_PAGE, type LandingVariant } from '@firsttouch/ingest/experiments'
import type { ComponentType } from 'react'
import { DASHBOARD_PAGES, dashboardPath } from '../dashboard-pages.ts'
import type { PublicPage } from './page.ts'
import { PAGE_TESTS } from './split-test/page-tests.ts'
import { shownVariant } from './split-test/shown-variant.ts'

type Load = () => Promise<{ page: PublicPage }>

const LANDINGS: Record<LandingVariant, Load> = {
  control: () => import('./original/original.tsx'),
  v2: () => import('./v2/v2.tsx'),
}
const NOT_FOUND: Load = () => import('./not-found.tsx')

/** Without the root, which shows a landing page under the head of ./root.ts. `*` stands for every unknown path. */
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
/** Rendered in the browser alone, never counted as visits. */
export const STAFF_PATHS = ['/login', '/invitation', ...DASHBOARD_PAGES.map(dashboardPath)]

const plain = (path: string): string => withoutEndSlashes(path) || '/'
/** Also what is under the dashboard's address and none of its pages: the dashboard says so itself. */
export const isStaffPath = (path: string): boolean =>
  STAFF_PATHS.includes(plain(path)) || path.startsWith(`${dashboardPath('overview')}/`)

export const loadComponent = async (path: string): Promise<ComponentType> => {
  const test = PAGE_TESTS.find(one => one.path === plain(path))
  const load = PAGES[test ? shownVariant(test).path : plain(path)] ?? NOT_FOUND
  return (await load()).page.Component
}
