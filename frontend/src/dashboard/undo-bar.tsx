import { Undo2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { counted } from './format.ts'
import type { Deletion } from './use-inbox.ts'

/** Stays until somebody has decided: a notice of five seconds is too short to miss something. */
export const UndoBar = ({ deletion, noun }: { deletion: Deletion; noun: string }) => {
  const button = useRef<HTMLButtonElement>(null)
  const token = deletion.last?.undoToken
  // The button that deleted is disabled by now: the keyboard goes on where it can be taken back.
  useEffect(() => {
    if (token) button.current?.focus({ preventScroll: true })
  }, [token])
  if (!deletion.last) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-2 sm:px-5"
    >
      <p className="min-w-0 grow">{counted(deletion.last.deleted, noun)} deleted.</p>
      <button
        ref={button}
        type="button"
        disabled={deletion.isUndoing}
        onClick={deletion.undo}
        className="inline-flex min-h-9 items-center gap-2 rounded-md px-3 font-semibold underline underline-offset-2 hover:no-underline"
      >
        <Undo2 aria-hidden size={14} /> {deletion.isUndoing ? 'Undoing...' : 'Undo'}
      </button>
      <IconButton label="Keep them deleted" onClick={deletion.dismiss}>
        <X aria-hidden size={16} />
      </IconButton>
    </div>
  )
}
