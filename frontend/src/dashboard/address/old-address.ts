/** Where an address leads that was made when the dashboard was one page, or that names a record of another page. */
import type { DeskPage } from '../../dashboard-pages.ts'
import { pageAddress } from './page-links.ts'

/** The sections that are on a page of their own and not on the overview. */
const MOVED: Readonly<Record<string, DeskPage>> = { '#traffic': 'traffic', '#books': 'settings' }

/** Each is on the overview and on its own page. */
const RECORDS: readonly (readonly [name: string, page: DeskPage])[] = [
  ['lead', 'leads'],
  ['submission', 'onboarding'],
  ['campaign-edit', 'campaigns'],
]

/** null: it is right as it is. */
export const movedTo = (
  page: DeskPage,
  { search, hash }: { search: string; hash: string },
): string | null => {
  const moved = page === 'overview' ? MOVED[hash] : undefined
  if (moved) return `${pageAddress(moved, search)}${hash}`
  const params = new URLSearchParams(search)
  for (const [name, home] of RECORDS) {
    const id = params.get(name)
    if (id && page !== home && page !== 'overview') return pageAddress(home, search, { [name]: id })
  }
  return null
}
