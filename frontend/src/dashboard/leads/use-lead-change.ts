import type { LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { BulkChanged, BulkUndone, Lead, LeadBulkChange } from '@firsttouch/api/contract/leads'
import { type ToastInput, toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { counted, plural } from '../words/format.ts'

const useLeadChange = (failure: string, said: (answer: BulkChanged, asked: LeadBulkChange) => ToastInput) => {
  const undo = useAdminWrite<string, BulkUndone>({
    call: undoToken => ({ method: 'POST', path: 'leads/bulk-change/undo', body: { undoToken } }),
    changes: 'leads',
    failure: 'Failed to undo the change',
    onSaved: answer => toast({ title: 'Change undone', description: undoneText(answer) }),
  })
  return useAdminWrite<LeadBulkChange, BulkChanged>({
    call: body => ({ method: 'POST', path: 'leads/bulk-change', body }),
    changes: 'leads',
    failure,
    onSaved: (answer, asked) =>
      toast({
        ...said(answer, asked),
        actions: answer.changed > 0 ? [{ words: 'Undo', run: () => undo.mutate(answer.undoToken) }] : [],
      }),
  })
}

export const useBulkChange = (onChanged: () => void) =>
  useLeadChange('Failed to change the leads', answer => {
    onChanged()
    return { title: 'Leads Updated', description: changedText(answer) }
  })

export const useStatusChange = ({ id, version, name, status: standing }: Lead) => {
  const change = useLeadChange('Failed to update lead status', (_, asked) => ({
    title: 'Lead Updated',
    description: `${name} is now ${asked.change.status}`,
  }))
  return {
    isPending: change.isPending,
    status: (change.isPending && change.variables.change.status) || standing,
    choose: (status: LeadStatus) => change.mutate({ leadIds: [id], versions: [version], change: { status } }),
  }
}

export const changedText = ({ changed }: Pick<BulkChanged, 'changed'>): string =>
  changed === 0
    ? 'Nothing to change: all of them have these values already.'
    : `${counted(changed, 'leads')} changed.`

export const undoneText = ({ restored, kept }: BulkUndone): string =>
  [
    `${counted(restored, 'leads')} ${plural(restored, 'is', 'are')} as before.`,
    kept > 0 &&
      `${counted(kept, 'leads')} ${plural(kept, 'was', 'were')} changed since and ${plural(kept, 'stays as it is', 'stay as they are')}.`,
  ]
    .filter(Boolean)
    .join(' ')
