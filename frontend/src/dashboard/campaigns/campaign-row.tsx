import type { Campaign } from '@firsttouch/api/contract/campaign'
import { ArchiveRestore, Archive as Box, CopyPlus, Pencil } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { toast } from '../../ui/toast.ts'
import { useRecordChange } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { calendarDay } from '../words/format.ts'
import { CampaignCosts } from './campaign-costs.tsx'
import { CampaignFigures } from './campaign-figures.tsx'
import { STATES, stateOf } from './campaign-order.ts'
import { useEdited } from './edit-panel.tsx'
import { CampaignLink } from './links/campaign-link.tsx'

type CampaignRowProps = {
  campaign: Campaign
  domain: string | null
  onDuplicate: () => void
}

export const CampaignRow = ({ campaign, domain, onDuplicate }: CampaignRowProps) => (
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
        <Edit campaign={campaign} />
        <Button needs="staff" aria-label={`Duplicate ${campaign.name}`} onClick={onDuplicate}>
          <CopyPlus aria-hidden size={14} className="max-sm:hidden" /> Duplicate
        </Button>
        <Archive campaign={campaign} />
        {campaign.archivedAt === null && <Toggle campaign={campaign} />}
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

const Edit = ({ campaign: { id, name } }: { campaign: Campaign }) => {
  const [, edit] = useEdited()
  return (
    <Button needs="staff" data-opens aria-label={`Edit ${name}`} onClick={() => edit(id)}>
      <Pencil aria-hidden size={14} className="max-sm:hidden" /> Edit
    </Button>
  )
}

const Toggle = ({ campaign }: { campaign: Campaign }) => {
  const update = useRecordChange<{ isActive: boolean }>({
    of: 'campaigns',
    record: campaign,
    failure: 'Failed to update campaign',
  })
  return (
    <Button
      needs="staff"
      disabled={update.isPending}
      aria-label={`${campaign.isActive ? 'Deactivate' : 'Activate'} ${campaign.name}`}
      onClick={() => update.mutate({ isActive: !campaign.isActive })}
    >
      {campaign.isActive ? 'Deactivate' : 'Activate'}
    </Button>
  )
}

/** Never deleted: its link may be in print, and its clicks stay its own. */
const Archive = ({ campaign }: { campaign: Campaign }) => {
  const isArchived = campaign.archivedAt !== null
  const update = useRecordChange<{ archived: boolean }>({
    of: 'campaigns',
    record: campaign,
    failure: 'Failed to update campaign',
    onSaved: (_, { archived }) =>
      toast({
        title: archived ? 'Campaign Archived' : 'Campaign Restored',
        description: archived
          ? `${campaign.name} is under Archived. Its link still works, and its clicks are still counted.`
          : `${campaign.name} is back in the list, inactive.`,
      }),
  })
  return (
    <Button
      needs="staff"
      disabled={update.isPending}
      aria-label={`${isArchived ? 'Restore' : 'Archive'} ${campaign.name}`}
      onClick={() => update.mutate({ archived: !isArchived })}
    >
      {isArchived ? (
        <ArchiveRestore aria-hidden size={14} className="max-sm:hidden" />
      ) : (
        <Box aria-hidden size={14} className="max-sm:hidden" />
      )}
      {isArchived ? 'Restore' : 'Archive'}
    </Button>
  )
}
