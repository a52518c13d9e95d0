/** A native dialog, because the CSP forbids inline styles, which Radix sets. */
import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { Boundary } from './boundary.tsx'
import { Toaster } from './toaster.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** `side` covers the right side of the page from top to bottom. The default is the middle. */
  place?: keyof typeof PLACES
  className?: string
  children: ReactNode
}

const PLACES = {
  middle: 'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg rounded-lg',
  side: 'ml-auto h-dvh max-h-dvh w-full max-w-full sm:w-[44rem] sm:max-w-[92vw]',
}

export const Dialog = ({ open, ...rest }: DialogProps) => open && <OpenDialog {...rest} />

const OpenDialog = (props: Omit<DialogProps, 'open'>) => {
  const { onClose, title, description, place = 'middle', className, children } = props
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const ask = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside the dialog closes it, and so does Escape (onCancel)
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      {...(description && { 'aria-describedby': `${id}-description` })}
      onCancel={ask}
      onClick={ask}
      className={clsx(
        'bg-card text-ink shadow-2xl backdrop:animate-fade backdrop:bg-black/65 open:animate-rise',
        PLACES[place],
        className,
      )}
    >
      <div className="relative p-6 sm:p-8">
        <h2 id={`${id}-title`} className="display pr-10 text-2xl">
          {title}
        </h2>
        {description && (
          <p id={`${id}-description`} className="mt-2 text-muted">
            {description}
          </p>
        )}
        <Boundary fallback={retry => <Broken onRetry={retry} />}>{children}</Boundary>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="absolute top-3 right-3 grid size-11 place-items-center rounded-md hover:bg-sunken"
        >
          <X aria-hidden size={20} />
        </button>
      </div>
      <Toaster />
    </dialog>
  )
}

const Broken = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert" className="mt-4">
    This could not be shown.{' '}
    <button type="button" className="font-semibold underline underline-offset-2" onClick={onRetry}>
      Try again
    </button>
  </p>
)
