/** Where an address leads that was made when the dashboard was one page, or that names a record of another page. */
import type { DashboardPage } from '../../dashboard-pages.ts'
import { pageAddress } from './page-links.ts'

/** Sections that were on the one page, or had another name. */
const MOVED: Readonly<Record<string, { page: DashboardPage; hash: string }>> = {
  '#traffic': { page: 'traffic', hash: '#traffic' },
  '#books': { page: 'settings', hash: '#accounting' },
}

/** Each is on the overview and on its own page. */
const RECORDS: readonly (readonly [name: string, page: DashboardPage])[] = [
  ['lead', 'leads'],
  ['submission', 'onboarding'],
  ['campaign-edit', 'campaigns'],
]

/** null: it is right as it is. */
export const movedTo = (
  page: DashboardPage,
  { search, hash }: { search: string; hash: string },
): string | null => {
  const moved = MOVED[hash]
  if (moved && (page === 'overview' || (page === moved.page && hash !== moved.hash)))
    return `${pageAddress(moved.page, search)}${moved.hash}`
  const params = new URLSearchParams(search)
  for (const [name, home] of RECORDS) {
    const id = params.get(name)
    if (id && page !== home && page !== 'overview') return pageAddress(home, search, { [name]: id })
  }
  return null
}
