/** In the order of the navigation. The build makes an HTML file for each page. */
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
