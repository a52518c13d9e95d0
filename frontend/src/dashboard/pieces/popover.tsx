/**
 * A panel below its button. It opens above the button near the end of the window, and at the bottom of a small screen.
 * Escape, a click elsewhere or losing focus closes it.
 */
import { clsx } from 'clsx'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { iconButtonClass } from '../../ui/icon-button.tsx'

type PopoverProps = {
  label: string
  open: boolean
  onOpen: (open: boolean) => void
  button: ReactNode
  /** True if the button shows an icon only. The label is then its accessible name. */
  isIcon?: boolean
  buttonClass?: string
  className?: string
  children: ReactNode
}

const EDGE_PX = 8

export const Popover = (props: PopoverProps) => {
  const { label, open, onOpen, button, isIcon, buttonClass = iconButtonClass, className, children } = props
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) onOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open, onOpen])
  useLayoutEffect(() => {
    // On a small screen, the panel is fixed at the bottom and needs no adjustment.
    if (!root.current || !panel.current || getComputedStyle(panel.current).position === 'fixed') return
    const { right, bottom, height } = panel.current.getBoundingClientRect()
    const { clientWidth, clientHeight } = document.documentElement
    const over = right + EDGE_PX - clientWidth
    if (over > EDGE_PX) panel.current.style.marginLeft = `${-over}px`
    const fitsAbove = root.current.getBoundingClientRect().top > height + EDGE_PX
    if (bottom > clientHeight && fitsAbove)
      Object.assign(panel.current.style, { top: 'auto', bottom: '100%', marginBottom: '4px' })
  }, [open])
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
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys and focus of the elements inside
    <div ref={root} className="relative" onKeyDown={closeByKey} onBlur={closeOnLeave}>
      <button
        type="button"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => onOpen(!open)}
        className={buttonClass}
      >
        {isIcon && <span className="sr-only">{label}</span>}
        {button}
      </button>
      {open && (
        <div
          ref={panel}
          role="dialog"
          aria-label={label}
          className={clsx(
            'z-30 border border-line bg-card p-3 text-ink shadow-2xl max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:max-h-[85dvh]',
            'max-lg:overflow-y-auto max-lg:rounded-t-lg lg:absolute lg:top-full lg:left-0 lg:mt-1 lg:rounded-lg',
            className,
          )}
        >
          {children}
        </div>
      )}
    </div>
  )
}
