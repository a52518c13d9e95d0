import { X } from 'lucide-react'
import { usePageFilter } from '../../address/page-filter.ts'
import { Button } from '../../pieces/button.tsx'

type FilterChipsProps = { only: string; not: string }

/** Says what of the page is narrowed and what is not; each chip lifts its filter. */
export const FilterChips = (narrows: FilterChipsProps) => {
  const { chosen, words, toggle } = usePageFilter()
  const { source, campaign, channel, referringSite } = chosen
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {words.map(({ name, text }) => (
        <Chip key={name} text={text} onLift={() => toggle(name, chosen[name])} />
      ))}
      <span className="text-xs text-muted">
        {[(source || campaign) && narrowedWords(narrows), (channel || referringSite) && BY_SITE]
          .filter(Boolean)
          .join(' ')}
      </span>
    </div>
  )
}

/** "Narrows leads. Not narrowed: onboarding." */
const narrowedWords = ({ only, not }: FilterChipsProps): string =>
  [only && `Narrows ${only}.`, not && `${only ? 'Not narrowed' : 'Does not narrow'}: ${not}.`]
    .filter(Boolean)
    .join(' ')

/** Leads and campaigns have no channel of their own. */
const BY_SITE = 'Channel and site narrow visits, conversions and the funnel alone.'

const Chip = ({ text, onLift }: { text: string; onLift: () => void }) => (
  <Button aria-label={`Show all again, not only ${text}`} onClick={onLift}>
    Only {text} <X aria-hidden size={14} />
  </Button>
)
