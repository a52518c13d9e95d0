/** What can be done with an inbox's records: tick them, take them away as a file, delete them and take that back. */
import type { Deleted, Restored } from '@firsttouch/api/contract/inbox'
import { useState } from 'react'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { useAdminFile, useAdminWrite } from '../../data/writes.ts'
import { counted } from '../../words/format.ts'
import { capitalised, plural } from '../../words/plural.ts'
import type { Filter } from './inbox-pages.ts'
import { useSelection } from './selection.ts'

/** What differs between the inboxes. */
export type InboxKind = {
  read: 'leads' | 'onboarding'
  noun: 'leads' | 'submissions'
  /** The field of the ids in a call's body. */
  ids: 'leadIds' | 'submissionIds'
}

export const restoredText = (restored: number, noun: string): string =>
  `${counted(restored, noun)} ${plural(restored, 'is', 'are')} back.`

type Listed = { loaded: readonly string[]; total: number; filter: Filter }

export const useInbox = (kind: InboxKind, { loaded, total, filter }: Listed) => {
  const { noun } = kind
  const selection = useSelection(loaded, total, JSON.stringify(filter))
  const deletion = useDeletion(kind, selection.clear)
  const file = useAdminFile(`${kind.read}.csv`, noun)
  // By ids where all of them are loaded; otherwise by the filter and the number that it should find.
  const chosen = (): Chosen =>
    selection.ids.length === selection.count
      ? { [kind.ids]: selection.ids }
      : { filter, expectedCount: selection.count }
  return {
    selection,
    chosen,
    deletion,
    isExporting: file.isPending,
    exportChosen: () => (selection.count === 0 ? refuseExport(noun) : file.mutate(chosen())),
    deleteChosen: () => {
      if (window.confirm(`Are you sure you want to delete ${selection.count} ${noun}?`))
        deletion.remove(chosen())
    },
  }
}

export type Chosen =
  | { leadIds?: readonly string[]; submissionIds?: readonly string[] }
  | { filter: Filter; expectedCount: number }

export type InboxActions = ReturnType<typeof useInbox>

/** The last deletion stays at hand until it is undone, dismissed or followed by another. */
const useDeletion = ({ read, noun }: InboxKind, onDeleted: () => void) => {
  const [last, setLast] = useState<Deleted | null>(null)
  const remove = useAdminWrite<unknown, Deleted>({
    call: body => ({ method: 'DELETE', path: `${read}/bulk-delete`, body }),
    changes: read,
    failure: `Failed to delete ${noun}`,
    onSaved: answer => {
      onDeleted()
      setLast(answer)
      toast({
        title: `${capitalised(noun)} Deleted`,
        description: `${counted(answer.deleted, noun)} deleted.`,
      })
    },
  })
  const undo = useAdminWrite<string, Restored>({
    call: undoToken => ({ method: 'POST', path: `${read}/restore`, body: { undoToken } }),
    changes: read,
    failure: `Failed to bring the ${noun} back`,
    onSaved: ({ restored }) => {
      setLast(null)
      toast({ title: `${capitalised(noun)} Restored`, description: restoredText(restored, noun) })
    },
  })
  return {
    isDeleting: remove.isPending,
    remove: remove.mutate,
    undo: last && {
      token: last.undoToken,
      text: `${counted(last.deleted, noun)} deleted.`,
      isUndoing: undo.isPending,
      onUndo: () => undo.mutate(last.undoToken),
      onKeep: () => setLast(null),
    },
  }
}

const refuseExport = (noun: string): void =>
  toastFailure(`No ${capitalised(noun)} Selected`, `Please select ${noun} to export.`)
