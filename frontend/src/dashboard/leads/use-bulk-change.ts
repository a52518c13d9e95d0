/** One change of all chosen leads, and its undoing. */
import type { BulkChanged, BulkUndone, LeadBulkChange } from '@firsttouch/api/contract/leads'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { counted } from '../words/format.ts'
import { plural } from '../words/plural.ts'

export type BulkFields = LeadBulkChange['change']

export const useBulkChange = (onChanged: () => void) => {
  const undo = useAdminWrite<string, BulkUndone>({
    call: undoToken => ({ method: 'POST', path: 'leads/bulk-change/undo', body: { undoToken } }),
    changes: 'leads',
    failure: 'Failed to undo the change',
    onSaved: answer => toast({ title: 'Change Undone', description: undoneText(answer) }),
  })
  const change = useAdminWrite<LeadBulkChange, BulkChanged>({
    call: body => ({ method: 'POST', path: 'leads/bulk-change', body }),
    changes: 'leads',
    failure: 'Failed to change the leads',
    onSaved: answer => {
      onChanged()
      toast({
        title: 'Leads Updated',
        description: changedText(answer),
        actions: answer.changed > 0 ? [{ words: 'Undo', run: () => undo.mutate(answer.undoToken) }] : [],
      })
    },
  })
  return { change: change.mutate, isChanging: change.isPending }
}

export const changedText = ({ changed }: Pick<BulkChanged, 'changed'>): string =>
  changed === 0 ? 'All of them were so already.' : `${counted(changed, 'leads')} changed.`

export const undoneText = ({ restored, kept }: BulkUndone): string =>
  [
    `${counted(restored, 'leads')} ${plural(restored, 'is', 'are')} as before.`,
    kept > 0 &&
      `${counted(kept, 'leads')} ${plural(kept, 'was', 'were')} changed since and ${plural(kept, 'stays as it is', 'stay as they are')}.`,
  ]
    .filter(Boolean)
    .join(' ')
