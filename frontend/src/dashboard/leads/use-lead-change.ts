import type { LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { BulkChanged, BulkUndone, Lead, LeadBulkChange } from '@firsttouch/api/contract/leads'
import { type ToastInput, toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { counted, plural } from '../words/format.ts'

type Said = (answer: BulkChanged, asked: LeadBulkChange) => ToastInput

/** With `lead`, changes only this lead, after its pending changes. */
const useLeadChange = (failure: string, said: Said, lead?: Lead) => {
  const undo = useAdminWrite<string, BulkUndone>({
    call: undoToken => ({ method: 'POST', path: 'leads/bulk-change/undo', body: { undoToken } }),
    changes: 'leads',
    failure: 'Failed to undo the change',
    onSaved: answer => toast({ title: 'Change undone', description: undoneText(answer) }),
  })
  return useAdminWrite<LeadBulkChange, BulkChanged>({
    call: (asked, version) => ({
      ...{ method: 'POST', path: 'leads/bulk-change' },
      body: version === undefined ? asked : { ...asked, versions: [version] },
    }),
    changes: 'leads',
    record: lead,
    // A change adds one to the version. `changed` is 0 if the lead already had the values.
    versionAfter: (answer, version) => version + answer.changed,
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

export const useStatusChange = (lead: Lead) => {
  const said: Said = (_, asked) => ({
    title: 'Lead Updated',
    description: `${lead.name} is now ${asked.change.status}`,
  })
  const change = useLeadChange('Failed to update lead status', said, lead)
  return {
    status: (change.isPending && change.variables.change.status) || lead.status,
    choose: (status: LeadStatus) => change.mutate({ leadIds: [lead.id], change: { status } }),
  }
}

export const changedText = ({ changed }: Pick<BulkChanged, 'changed'>): string =>
  changed === 0
    ? 'Nothing to change: all selected leads already have these values.'
    : `${counted(changed, 'leads')} changed.`

export const undoneText = ({ restored, kept }: BulkUndone): string =>
  [
    `${counted(restored, 'leads')} ${plural(restored, 'is', 'are')} as before.`,
    kept > 0 &&
      `${counted(kept, 'leads')} ${plural(kept, 'was', 'were')} changed since and ${plural(kept, 'stays as it is', 'stay as they are')}.`,
  ]
    .filter(Boolean)
    .join(' ')
