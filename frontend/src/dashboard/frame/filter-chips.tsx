import { X } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { usePageFilter } from '../page-filter.ts'

/** Says that the page is narrowed, and lifts it. */
export const FilterChips = () => {
  const { source, campaign, toggleSource, toggleCampaign } = usePageFilter()
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 empty:hidden">
      {(source || campaign) && <span className="text-sm text-muted">Figures and lists are narrowed to</span>}
      {source && <Chip text={`source ${source}`} onLift={() => toggleSource(source)} />}
      {campaign && <Chip text={`campaign ${campaign}`} onLift={() => toggleCampaign(campaign)} />}
    </div>
  )
}

const Chip = ({ text, onLift }: { text: string; onLift: () => void }) => (
  <Button variant="ghost" size="sm" aria-label={`Show all again, not only ${text}`} onClick={onLift}>
    {text} <X aria-hidden size={14} />
  </Button>
)
