import { clsx } from 'clsx'
import { Download, Trash2, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { count } from '../../words/format.ts'
import { Button } from '../button.tsx'
import type { InboxActions } from './use-inbox.ts'

export const SelectionBar = ({ children, ...actions }: InboxActions & { children?: ReactNode }) => {
  const { selection, isExporting, isDeleted } = actions
  const { remove, restore } = actions.deletion
  const among = selection.count > 0 ? ` (${count(selection.count)})` : ''
  return (
    <div
      className={clsx(
        // The bar keeps one line and one height, so a selection does not move the list.
        'flex min-h-13.25 items-center gap-2 overflow-x-auto border-b border-line px-4 py-2 whitespace-nowrap sm:px-5',
        among && 'sticky top-(--strip) z-9 bg-sunken',
      )}
    >
      <Button onClick={selection.isAll ? selection.clear : selection.selectAll}>
        {selection.isAll ? 'Deselect All' : 'Select All'}
      </Button>
      {isDeleted ? (
        <Button disabled={!among || restore.isPending} onClick={() => restore.mutate(actions.chosen())}>
          <Undo2 aria-hidden size={14} /> {restore.isPending ? 'Restoring...' : `Restore${among}`}
        </Button>
      ) : (
        <>
          <Button needs="owner" disabled={isExporting} onClick={actions.exportChosen}>
            <Download aria-hidden size={14} className="max-sm:hidden" />{' '}
            {isExporting ? 'Exporting...' : 'Export CSV'}
          </Button>
          <Button variant="danger" disabled={!among || remove.isPending} onClick={actions.deleteChosen}>
            <Trash2 aria-hidden size={14} className="max-sm:hidden" />{' '}
            {remove.isPending ? 'Deleting...' : `Delete${among}`}
          </Button>
          {among && children}
        </>
      )}
    </div>
  )
}
