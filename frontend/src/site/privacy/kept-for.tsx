import { DEFAULT_DAYS, type Kept, keptFor } from '@firsttouch/api/contract/kept'

/** What the site's server wrote into the page; without one (Vite's dev server, the build) the defaults. */
const daysOf = (what: Kept): number => {
  const written = typeof document === 'undefined' ? undefined : document.documentElement.dataset.kept
  const days: Partial<Record<Kept, number>> = JSON.parse(written ?? '{}')
  return days[what] ?? DEFAULT_DAYS[what]
}

/** The server finds the words by their mark and writes its own, so that they are right before any script runs. */
export const KeptFor = ({ what }: { what: Kept }) => <span data-kept-for={what}>{keptFor(daysOf(what))}</span>
