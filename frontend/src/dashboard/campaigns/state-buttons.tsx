import type { Campaign } from '@firsttouch/api/contract/campaign'
import { toast } from '../../ui/toast.ts'
import { useRecordChange } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'

type Patch = { archived?: boolean; isActive?: boolean }

/** Never deleted: its link may be in print, and its clicks stay its own. */
export const useStateChanges = (campaign: Campaign) => {
  const { name, isActive } = campaign
  const isArchived = campaign.archivedAt !== null
  const update = useRecordChange<Patch>({
    of: 'campaigns',
    record: campaign,
    failure: 'Failed to update campaign',
    onSaved: (_, { archived }) => archived !== undefined && toast(archived ? ARCHIVED(name) : RESTORED(name)),
  })
  const change = (words: string, patch: Patch) => ({ words, change: () => update.mutate(patch) })
  return {
    isWorking: update.isPending,
    /** null: an archived campaign is restored first. */
    activity: isArchived ? null : change(isActive ? 'Deactivate' : 'Activate', { isActive: !isActive }),
    archive: change(isArchived ? 'Restore' : 'Archive', { archived: !isArchived }),
  }
}

export const StateButton = ({ campaign }: { campaign: Campaign }) => {
  const { activity, isWorking } = useStateChanges(campaign)
  return (
    activity && (
      <Button
        needs="staff"
        disabled={isWorking}
        aria-label={`${activity.words} ${campaign.name}`}
        onClick={activity.change}
      >
        {activity.words}
      </Button>
    )
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
