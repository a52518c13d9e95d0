/** A panel that a button opens under itself, at the bottom of a telephone. Escape, a press elsewhere and leaving it close it. */
import { clsx } from 'clsx'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

type PopoverProps = {
  label: string
  open: boolean
  onOpen: (open: boolean) => void
  /** On the button. */
  button: ReactNode
  buttonClass: string
  className?: string
  children: ReactNode
}

export const Popover = ({ label, open, onOpen, button, buttonClass, className, children }: PopoverProps) => {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) onOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open, onOpen])
  const closeByKey = (event: KeyboardEvent) => {
    if (!open || event.key !== 'Escape') return
    event.stopPropagation()
    onOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  const closeOnLeave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !root.current?.contains(relatedTarget)) onOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and focus of what is inside it
    <div ref={root} className="relative" onKeyDown={closeByKey} onBlur={closeOnLeave}>
      <button
        type="button"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => onOpen(!open)}
        className={buttonClass}
      >
        {button}
      </button>
      {open && (
        <div
          role="dialog"
          aria-label={label}
          className={clsx(
            'z-30 border border-line bg-card p-3 shadow-2xl max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[85dvh]',
            'max-sm:overflow-y-auto max-sm:rounded-t-lg sm:absolute sm:top-full sm:left-0 sm:mt-1 sm:rounded-lg',
            className,
          )}
        >
          {children}
        </div>
      )}
    </div>
  )
}
