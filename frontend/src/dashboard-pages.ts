/** The pages of the dashboard, in the order of its rail: for its router, and for the build, which makes a document of each. */
export const DESK_PAGES = [
  'overview',
  'traffic',
  'split-test',
  'onboarding',
  'leads',
  'campaigns',
  'settings',
] as const
export type DeskPage = (typeof DESK_PAGES)[number]

export const deskPath = (page: DeskPage): string => (page === 'overview' ? '/admin' : `/admin/${page}`)
