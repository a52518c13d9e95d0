import type { Campaign } from '@firsttouch/api/contract/campaign'
import { toast } from '../../ui/toast.ts'
import { useRecordChange } from '../data/writes.ts'

/** Campaigns are archived and never deleted, because links may be printed and old clicks need their campaign. */
export const useStateChanges = (campaign: Campaign) => {
  const { name, isActive } = campaign
  const isArchived = campaign.archivedAt !== null
  const update = useRecordChange<{ archived?: boolean; isActive?: boolean }>({
    of: 'campaigns',
    record: campaign,
    failure: 'Failed to update campaign',
    onSaved: (_, { archived }) => {
      if (archived === undefined) return
      toast(
        archived
          ? {
              title: 'Campaign archived',
              description: `${name} is under Archived. Its link still works, and its clicks are still counted.`,
            }
          : { title: 'Campaign restored', description: `${name} is back in the list, inactive.` },
      )
    },
  })
  return {
    isWorking: update.isPending,
    activity: isArchived
      ? null
      : {
          words: isActive ? 'Deactivate' : 'Activate',
          run: () => update.mutate({ isActive: !isActive }),
        },
    archive: {
      words: isArchived ? 'Restore' : 'Archive',
      run: () => update.mutate({ archived: !isArchived }),
    },
  }
}
