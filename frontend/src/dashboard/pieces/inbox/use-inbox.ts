import type { Deleted, Restored } from '@firsttouch/api/contract/inbox'
import { toast } from '../../../ui/toast.ts'
import { useAdminFile, useAdminWrite } from '../../data/writes.ts'
import { capitalised, counted, plural } from '../../words/format.ts'
import type { Filter } from './inbox-pages.ts'
import { useSelection } from './selection.ts'

export type InboxKind = {
  read: 'leads' | 'onboarding'
  noun: 'leads' | 'submissions'
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
  // Send ids if all selected records are loaded. Otherwise send the filter and the expected count.
  const chosen = (): Chosen =>
    selection.ids.length === selection.count
      ? { [kind.ids]: selection.ids }
      : { filter, expectedCount: selection.count }
  const exportAll = () => file.mutate({ filter, expectedCount: total })
  return {
    selection,
    chosen,
    deletion,
    isDeleted: filter.deleted === 'only',
    isExporting: file.isPending,
    exportChosen: () => {
      if (selection.count > 0) return file.mutate(chosen())
      toast({
        title: `No ${capitalised(noun)} Selected`,
        description: `Please select ${noun} to export.`,
        tone: 'destructive',
        actions: total === 0 ? [] : [{ words: `Export all ${counted(total, noun)}`, run: exportAll }],
      })
    },
    deleteChosen: () => {
      // The specification gives this question in the plural only.
      if (window.confirm(`Are you sure you want to delete ${selection.count} ${noun}?`))
        deletion.remove.mutate(chosen())
    },
  }
}

export type Chosen =
  | { leadIds?: readonly string[]; submissionIds?: readonly string[] }
  | { filter: Filter; expectedCount: number }

export type InboxActions = ReturnType<typeof useInbox>

const useDeletion = ({ read, noun }: InboxKind, onDone: () => void) => {
  const restore = useAdminWrite<{ undoToken: string } | Chosen, Restored>({
    call: body => ({
      method: 'POST',
      path: `${read}/${'undoToken' in body ? 'restore' : 'bulk-restore'}`,
      body,
    }),
    changes: read,
    failure: `Failed to restore the ${noun}`,
    onSaved: ({ restored }) => {
      onDone()
      toast({ title: `${capitalised(noun)} Restored`, description: restoredText(restored, noun) })
    },
  })
  const remove = useAdminWrite<unknown, Deleted>({
    call: body => ({ method: 'DELETE', path: `${read}/bulk-delete`, body }),
    changes: read,
    failure: `Failed to delete ${noun}`,
    onSaved: ({ deleted, undoToken }) => {
      onDone()
      toast({
        title: `${capitalised(noun)} Deleted`,
        description: `${counted(deleted, noun)} deleted. The filter Deleted shows them for 30 days.`,
        actions: [{ words: 'Undo', run: () => restore.mutate({ undoToken }) }],
      })
    },
  })
  return { remove, restore }
}
