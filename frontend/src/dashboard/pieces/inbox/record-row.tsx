/** In a list without a panel, the details are below the row. */
import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { dateTime } from '../../words/format.ts'
import { Button } from '../button.tsx'

export type RecordHandles = {
  selected: boolean
  isOpen: boolean
  isWhole: boolean
  /** `upTo` selects every row from the last toggled one to this one. */
  onToggle: (upTo: boolean) => void
  onOpen: () => void
  onRestore: (() => void) | undefined
}

type RecordProps = {
  id: string
  name: string
  createdAt: string
  handles: RecordHandles
  state: ReactNode
  about: string
  columns: ReactNode
  age: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export const RecordRow = (props: RecordProps) => {
  const { id, name, createdAt, about } = props
  const { selected, isOpen, isWhole, onToggle, onOpen, onRestore } = props.handles
  const nameId = useId()
  return (
    <li
      data-record={id}
      tabIndex={-1}
      aria-labelledby={nameId}
      aria-current={isOpen || undefined}
      className={clsx(
        'px-4 sm:px-5',
        (selected || isOpen) && 'bg-sunken',
        isOpen && 'shadow-[inset_3px_0_var(--color-accent)]',
        !isWhole && 'hover:bg-sunken',
      )}
    >
      <div className="relative flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 @3xl:flex-nowrap">
        <input
          type="checkbox"
          checked={selected}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          aria-label={`Select ${name}`}
          className="relative z-1 size-(--checkbox) shrink-0 accent-ink"
        />
        <h3
          dir="auto"
          title={name}
          className={clsx(
            'min-w-0 flex-1 text-left font-semibold @3xl:flex-none',
            isWhole ? 'wrap-anywhere @3xl:basis-44' : 'truncate @3xl:basis-36 @4xl:basis-44',
          )}
        >
          {onRestore ? (
            <span id={nameId}>{name}</span>
          ) : (
            <button
              type="button"
              data-opens
              aria-label={`Details of ${name}`}
              className={clsx(
                'dashboard-target max-w-full min-w-11 text-left after:absolute after:inset-0',
                isWhole ? 'wrap-anywhere' : 'truncate',
              )}
              onClick={onOpen}
            >
              <span id={nameId}>{name}</span>
            </button>
          )}
        </h3>
        <div className="relative flex min-w-0 flex-wrap items-center gap-x-3 @max-md:order-3 @max-3xl:order-2">
          {props.state}
        </div>
        <p
          dir="auto"
          title={about}
          className="min-w-0 flex-1 basis-24 truncate text-left text-muted @max-md:basis-full @max-3xl:order-2"
        >
          {!isWhole && about}
        </p>
        <div className="pointer-events-none flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-xs text-muted tabular-nums @max-md:order-3 @max-3xl:order-2">
          {props.columns}
        </div>
        <time
          dateTime={createdAt}
          title={dateTime(createdAt)}
          className="w-16 shrink-0 text-right text-xs whitespace-nowrap text-muted tabular-nums"
        >
          {props.age}
        </time>
        <span aria-hidden className="order-1 basis-full @3xl:hidden" />
        {(onRestore || props.actions) && (
          <div className="relative ml-auto flex shrink-0 @max-md:order-3 @max-3xl:order-2 @3xl:@max-4xl:hidden">
            {onRestore ? (
              <Button aria-label={`Restore ${name}`} onClick={onRestore}>
                <Undo2 aria-hidden size={14} /> Restore
              </Button>
            ) : (
              props.actions
            )}
          </div>
        )}
      </div>
      {isWhole && <div className="pb-3.5 pl-[calc(var(--checkbox)+0.75rem)]">{props.children}</div>}
    </li>
  )
}

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1 max-sm:flex-col">{children}</dl>
)

export const Fact = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) =>
  children ? (
    <div className={clsx('flex min-w-0 gap-1.5', wide && 'basis-full')}>
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className={clsx('min-w-0 wrap-anywhere', wide && 'whitespace-pre-wrap')} dir="auto">
        {children}
      </dd>
    </div>
  ) : null

export const Identity = ({ id, createdAt }: { id: string; createdAt: string }) => (
  <>
    <time dateTime={createdAt}>{dateTime(createdAt)}</time>
    <span className="wrap-anywhere">ID {id}</span>
  </>
)
