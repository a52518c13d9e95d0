import { Download, Trash2 } from 'lucide-react'
import { count } from '../../words/format.ts'
import { Button } from '../button.tsx'
import type { InboxActions } from './use-inbox.ts'

/** What can be done with the ticked records of an inbox. */
export const SelectionBar = (actions: InboxActions) => {
  const { selection, deletion, isExporting } = actions
  return (
    <>
      <Button onClick={selection.isAll ? selection.clear : selection.selectAll}>
        {selection.isAll ? 'Deselect All' : 'Select All'}
      </Button>
      <Button needs="owner" disabled={isExporting} onClick={actions.exportChosen}>
        <Download aria-hidden size={14} /> {isExporting ? 'Exporting...' : 'Export CSV'}
      </Button>
      <Button
        variant="danger"
        disabled={selection.count === 0 || deletion.isDeleting}
        onClick={actions.deleteChosen}
      >
        <Trash2 aria-hidden size={14} />
        {deletion.isDeleting
          ? 'Deleting...'
          : selection.count > 0
            ? `Delete (${count(selection.count)})`
            : 'Delete'}
      </Button>
    </>
  )
}
