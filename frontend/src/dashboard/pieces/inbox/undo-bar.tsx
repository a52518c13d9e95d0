import { Undo2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'

type UndoBarProps = {
  /** Names what can be undone: another token is another action. */
  token: string
  text: string
  keepLabel: string
  isUndoing: boolean
  onUndo: () => void
  onKeep: () => void
}

/** Stays in sight until somebody has decided: a notice of five seconds is too short to miss something. */
export const UndoBar = ({ token, text, keepLabel, isUndoing, onUndo, onKeep }: UndoBarProps) => {
  const button = useRef<HTMLButtonElement>(null)
  // The button that did it is disabled or gone by now: the keyboard goes on at the button that takes it back.
  useEffect(() => {
    if (token) button.current?.focus({ preventScroll: true })
  }, [token])
  return (
    <div
      role="status"
      className="sticky top-[calc(var(--strip)+2.75rem)] z-[9] flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-2 sm:px-5"
    >
      <p className="min-w-0 grow">{text}</p>
      <button
        ref={button}
        type="button"
        disabled={isUndoing}
        onClick={onUndo}
        className="dashboard-target inline-flex min-h-9 items-center gap-2 rounded-md px-3 font-semibold underline underline-offset-2 hover:no-underline"
      >
        <Undo2 aria-hidden size={14} /> {isUndoing ? 'Undoing...' : 'Undo'}
      </button>
      <IconButton label={keepLabel} onClick={onKeep}>
        <X aria-hidden size={16} />
      </IconButton>
    </div>
  )
}
