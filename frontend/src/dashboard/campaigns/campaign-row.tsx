import type { Campaign } from '@firsttouch/api/contract/campaign'
import { ArchiveRestore, Archive as Box, CopyPlus, Pencil } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { toast } from '../../ui/toast.ts'
import { useRecordChange } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { calendarDay } from '../words/format.ts'
import { CampaignCosts, CampaignFigures } from './campaign-figures.tsx'
import { STATES, stateOf } from './campaign-order.ts'
import { useEdited } from './edit-panel.tsx'
import { CampaignLink } from './links/campaign-link.tsx'

type CampaignRowProps = {
  campaign: Campaign
  domain: string | null
  onDuplicate: () => void
}

export const CampaignRow = ({ campaign, domain, onDuplicate }: CampaignRowProps) => {
  const [, edit] = useEdited()
  return (
    <li data-record={campaign.id} tabIndex={-1} aria-label={campaign.name} className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-semibold break-words">{campaign.name}</h3>
        <Badge tone={campaign.isActive ? 'ok' : 'neutral'}>{STATES[stateOf(campaign)]}</Badge>
        <p className="text-xs text-muted">
          {[campaign.platform, campaign.channel, calendarDay(campaign.date), campaign.adAssetDescription]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <Button
            needs="staff"
            data-opens
            aria-label={`Edit ${campaign.name}`}
            onClick={() => edit(campaign.id)}
          >
            <Pencil aria-hidden size={14} className="max-sm:hidden" /> Edit
          </Button>
          <Button needs="staff" aria-label={`Duplicate ${campaign.name}`} onClick={onDuplicate}>
            <CopyPlus aria-hidden size={14} className="max-sm:hidden" /> Duplicate
          </Button>
          <StateButtons campaign={campaign} />
        </div>
      </div>
      <CampaignFigures campaign={campaign} />
      <CampaignCosts campaign={campaign} />
      {campaign.notes && (
        <p className="mt-2 text-sm break-words whitespace-pre-wrap text-muted">{campaign.notes}</p>
      )}
      <CampaignLink campaign={campaign} domain={domain} />
    </li>
  )
}

/** Never deleted: its link may be in print, and its clicks stay its own. */
const StateButtons = ({ campaign }: { campaign: Campaign }) => {
  const { name, isActive } = campaign
  const isArchived = campaign.archivedAt !== null
  const Icon = isArchived ? ArchiveRestore : Box
  const update = useRecordChange<{ archived?: boolean; isActive?: boolean }>({
    of: 'campaigns',
    record: campaign,
    failure: 'Failed to update campaign',
    onSaved: (_, { archived }) => archived !== undefined && toast(archived ? ARCHIVED(name) : RESTORED(name)),
  })
  const change = (words: string, patch: Parameters<typeof update.mutate>[0]) => ({
    needs: 'staff' as const,
    disabled: update.isPending,
    'aria-label': `${words} ${name}`,
    onClick: () => update.mutate(patch),
  })
  return (
    <>
      <Button {...change(isArchived ? 'Restore' : 'Archive', { archived: !isArchived })}>
        <Icon aria-hidden size={14} className="max-sm:hidden" /> {isArchived ? 'Restore' : 'Archive'}
      </Button>
      {!isArchived && (
        <Button {...change(isActive ? 'Deactivate' : 'Activate', { isActive: !isActive })}>
          {isActive ? 'Deactivate' : 'Activate'}
        </Button>
      )}
    </>
  )
}

const ARCHIVED = (name: string) => ({
  title: 'Campaign Archived',
  description: `${name} is under Archived. Its link still works, and its clicks are still counted.`,
})
const RESTORED = (name: string) => ({
  title: 'Campaign Restored',
  description: `${name} is back in the list, inactive.`,
})
