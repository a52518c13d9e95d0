/** One change of all chosen leads, and its undoing. */
import type { BulkChanged, BulkUndone, LeadBulkChange } from '@firsttouch/api/contract/leads'
import { useState } from 'react'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { counted } from '../words/format.ts'
import { plural } from '../words/plural.ts'

export type BulkFields = LeadBulkChange['change']

/** The last change stays at hand until it is undone, dismissed or followed by another. */
export const useBulkChange = (onChanged: () => void) => {
  const [last, setLast] = useState<BulkChanged | null>(null)
  const change = useAdminWrite<LeadBulkChange, BulkChanged>({
    call: body => ({ method: 'POST', path: 'leads/bulk-change', body }),
    changes: 'leads',
    failure: 'Failed to change the leads',
    onSaved: answer => {
      onChanged()
      setLast(answer.changed > 0 ? answer : null)
      toast({ title: 'Leads Updated', description: changedText(answer) })
    },
  })
  const undo = useAdminWrite<string, BulkUndone>({
    call: undoToken => ({ method: 'POST', path: 'leads/bulk-change/undo', body: { undoToken } }),
    changes: 'leads',
    failure: 'Failed to undo the change',
    onSaved: answer => {
      setLast(null)
      toast({ title: 'Change Undone', description: undoneText(answer) })
    },
  })
  return {
    change: change.mutate,
    isChanging: change.isPending,
    undo: last && {
      token: last.undoToken,
      text: changedText(last),
      isUndoing: undo.isPending,
      onUndo: () => undo.mutate(last.undoToken),
      onKeep: () => setLast(null),
    },
  }
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
