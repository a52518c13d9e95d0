import { DEFAULT_DAYS, type Kept, keptFor } from '@firsttouch/api/contract/kept'

/** Reads the retention that the server wrote on the page. The dev server and the build use the defaults. */
const daysOf = (what: Kept): number => {
  const written = typeof document === 'undefined' ? undefined : document.documentElement.dataset.kept
  const days: Partial<Record<Kept, number>> = JSON.parse(written ?? '{}')
  return days[what] ?? DEFAULT_DAYS[what]
}

/** The server finds the text by this attribute and replaces it, so it is right without scripts. */
export const KeptFor = ({ what }: { what: Kept }) => <span data-kept-for={what}>{keptFor(daysOf(what))}</span>
