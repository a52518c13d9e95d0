/** The pages of the dashboard, in the order of its rail: for its router, and for the build, which makes a document of each. */
export const DASHBOARD_PAGES = [
  'overview',
  'traffic',
  'split-test',
  'onboarding',
  'leads',
  'campaigns',
  'settings',
] as const
export type DashboardPage = (typeof DASHBOARD_PAGES)[number]

export const dashboardPath = (page: DashboardPage): string =>
  page === 'overview' ? '/admin' : `/admin/${page}`
