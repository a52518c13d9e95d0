import { X } from 'lucide-react'
import { usePageFilter } from '../../address/page-filter.ts'
import { Button } from '../../pieces/button.tsx'
import { labelOf } from '../../words/labels.ts'

type FilterChipsProps = { only: string; not: string }

/** Says what of the page is narrowed and what is not; each chip lifts its filter. */
export const FilterChips = ({ only, not }: FilterChipsProps) => {
  const { source, campaign, toggleSource, toggleCampaign } = usePageFilter()
  return (
    <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {source && <Chip text={`source ${labelOf(source)}`} onLift={() => toggleSource(source)} />}
      {campaign && <Chip text={`campaign ${campaign}`} onLift={() => toggleCampaign(campaign)} />}
      <span className="text-xs text-muted">{narrowedWords({ only, not })}</span>
    </div>
  )
}

/** "Narrows leads. Not narrowed: onboarding." */
const narrowedWords = ({ only, not }: FilterChipsProps): string =>
  [only && `Narrows ${only}.`, not && `${only ? 'Not narrowed' : 'Does not narrow'}: ${not}.`]
    .filter(Boolean)
    .join(' ')

const Chip = ({ text, onLift }: { text: string; onLift: () => void }) => (
  <Button aria-label={`Show all again, not only ${text}`} onClick={onLift}>
    Only {text} <X aria-hidden size={14} />
  </Button>
)
