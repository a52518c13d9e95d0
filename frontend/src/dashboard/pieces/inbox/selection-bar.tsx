import { Download, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../words/format.ts'
import type { InboxActions } from './use-inbox.ts'

/** What can be done with the ticked records of an inbox. */
export const SelectionBar = (actions: InboxActions) => {
  const { selection, deletion, isExporting } = actions
  return (
    <>
      <Button variant="ghost" size="sm" onClick={selection.isAll ? selection.clear : selection.selectAll}>
        {selection.isAll ? 'Deselect All' : 'Select All'}
      </Button>
      <Button variant="ghost" size="sm" disabled={isExporting} onClick={actions.exportChosen}>
        <Download aria-hidden size={14} /> {isExporting ? 'Exporting...' : 'Export CSV'}
      </Button>
      <Button
        variant="danger"
        size="sm"
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
