/** The panel is next to the list on a wide screen, and covers the page on a smaller one. */
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { isLeavingPanel } from '../../address/use-address.ts'
import { press } from './use-record-keys.ts'

export type RecordPanelProps<T> = {
  id: string
  item: T | undefined
  frame: PanelFrame
  onOpen: (id: string) => void
}

export type PanelFrame = {
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  wanted: RefObject<string>
}

/** Returns the newer of the list's and the panel's record, because the server refuses a change to an older version. */
export const newerVersion = <T extends { version: number }>(one?: T, other?: T): T | undefined =>
  one && other && other.version > one.version ? other : (one ?? other)

type InboxPanelProps = PanelFrame & { id: string; title: string; children: ReactNode }

export const InboxPanel = ({ id, title, children, ...frame }: InboxPanelProps) => {
  const isBeside = useSyncExternalStore(onWidth, isWide, () => true)
  const Frame = isBeside ? Beside : Over
  return (
    <Frame id={id} title={title} {...frame}>
      <div key={id} data-part className="@container">
        {children}
      </div>
    </Frame>
  )
}

const Over = ({ id, title, children, ...frame }: InboxPanelProps) => (
  <Dialog
    open
    onClose={frame.onClose}
    title={
      <span dir="auto" className="block text-left wrap-anywhere">
        {title}
      </span>
    }
    place="side"
  >
    <div data-record={id} className="mt-3">
      <div className="mb-3 flex gap-2">
        <Steps {...frame} />
      </div>
      {children}
    </div>
  </Dialog>
)

const Beside = ({ id, title, children, onClose, wanted, ...steps }: InboxPanelProps) => {
  const titleId = useId()
  const panel = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (document.activeElement?.matches('[data-opens]')) panel.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    if (wanted.current && !isLeavingPanel() && panel.current && press(panel.current, wanted.current))
      wanted.current = ''
  })
  return (
    <dialog
      open
      ref={panel}
      data-record={id}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="sticky top-3 m-0 max-h-[calc(100dvh-1.5rem)] w-full max-w-none overflow-y-auto rounded-lg border border-line bg-card p-5 text-ink"
      onKeyDown={event => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="mb-2 flex items-start gap-1">
        <h2 id={titleId} dir="auto" className="min-w-0 grow text-left text-xl font-semibold wrap-anywhere">
          {title}
        </h2>
        <Steps {...steps} />
        <IconButton label="Close" onClick={onClose}>
          <X aria-hidden size={18} />
        </IconButton>
      </div>
      {children}
    </dialog>
  )
}

const Steps = ({ onPrevious, onNext }: Pick<PanelFrame, 'onPrevious' | 'onNext'>) => (
  <>
    <IconButton label="Previous" className={LOOK} aria-disabled={!onPrevious} onClick={onPrevious}>
      <ChevronUp aria-hidden size={18} />
    </IconButton>
    <IconButton label="Next" className={LOOK} aria-disabled={!onNext} onClick={onNext}>
      <ChevronDown aria-hidden size={18} />
    </IconButton>
  </>
)

/** Buttons here use aria-disabled, because a disabled control loses the focus. */
const LOOK = 'aria-disabled:opacity-40'

const wide = () => matchMedia('(width >= 64rem)')
const isWide = () => wide().matches
const onWidth = (onChange: () => void) => {
  const query = wide()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
