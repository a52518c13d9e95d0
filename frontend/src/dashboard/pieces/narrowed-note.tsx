import { CAMPAIGN_FILTERS, type FilterName, usePageFilter } from '../address/page-filter.ts'

const NARROWED = { leads: 'Only leads with', campaigns: 'Only campaigns with', onboarding: '' }

export const NarrowedNote = ({ section }: { section: keyof typeof NARROWED }) => {
  const { words } = usePageFilter()
  const narrows = ({ name }: { name: FilterName }) =>
    section === 'leads' || (section === 'campaigns' && CAMPAIGN_FILTERS.includes(name))
  const said = (start: string, chosen: typeof words) =>
    chosen.length > 0 && `${start} ${chosen.map(({ text }) => text).join(' and ')}.`
  const notes = [
    said(NARROWED[section], words.filter(narrows)),
    said(
      'Not filtered by',
      words.filter(one => !narrows(one)),
    ),
  ].filter(Boolean)
  return notes.length > 0 ? (
    <p className="border-b border-line px-4 py-2 text-sm text-muted sm:px-5">{notes.join(' ')}</p>
  ) : null
}
