import type { Campaign } from '@firsttouch/api/contract/campaign'
import { FIGURES, type Totals } from './columns.ts'

const FOLDED = ['clicks', 'leads', 'per-lead']

/** The second line of a row on a telephone, instead of the columns. */
export const Folded = ({ of }: { of: Campaign | Totals }) => (
  <span className="block text-xs font-normal text-muted sm:hidden">
    {FIGURES.filter(({ id }) => FOLDED.includes(id))
      .map(({ head, text }) => `${text(of)} ${head.toLowerCase()}`)
      .join(' · ')}
  </span>
)
