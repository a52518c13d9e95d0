/** One record of an inbox: a tick box, what it is, its facts and what can be done with it. */
import { clsx } from 'clsx'
import { PanelRightOpen } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { dateTime } from '../../words/format.ts'
import { Button } from '../button.tsx'

/** What the inbox gives each of its cards. */
export type RecordHandles = { selected: boolean; onToggle: () => void; onOpen: () => void }

type RecordProps = {
  id: string
  name: string
  createdAt: string
  handles: RecordHandles
  /** Beside the name: a badge, or the control of its status. */
  aside: ReactNode
  children: ReactNode
  /** Small print, on one line with the actions where there is room. */
  footnote?: ReactNode
  actions: ReactNode
}

export const RecordCard = (props: RecordProps) => {
  const { id, name, createdAt } = props
  const { selected, onToggle, onOpen } = props.handles
  const nameId = useId()
  return (
    <li
      data-record={id}
      tabIndex={-1}
      aria-labelledby={nameId}
      className={clsx('flex gap-3 px-4 py-3.5 sm:px-5', selected && 'bg-sunken')}
    >
      <input
        type="checkbox"
        checked={selected}
        onChange={onToggle}
        aria-label={`Select ${name}`}
        className="size-(--checkbox) shrink-0 accent-ink"
      />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={nameId} className="font-semibold wrap-anywhere">
            {name}
          </h3>
          {props.aside}
          <p className="flex min-w-0 flex-wrap gap-x-3 text-xs text-muted tabular-nums sm:ml-auto">
            <time dateTime={createdAt}>{dateTime(createdAt)}</time>
            <span title={id} className="max-w-32 truncate">
              ID {id}
            </span>
          </p>
        </div>
        {props.children}
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <div className="flex flex-wrap gap-x-4 text-xs text-muted tabular-nums">{props.footnote}</div>
          <div className="flex flex-wrap gap-2 sm:ml-auto">
            <Button data-opens aria-label={`Details of ${name}`} onClick={onOpen}>
              <PanelRightOpen aria-hidden size={14} /> Details
            </Button>
            {props.actions}
          </div>
        </div>
      </div>
    </li>
  )
}

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1 max-sm:flex-col">{children}</dl>
)

type FactProps = { label: string; wide?: boolean; children: ReactNode }

/** Nothing where nothing is known. A wide one keeps its line breaks. */
export const Fact = ({ label, wide, children }: FactProps) =>
  children ? (
    <div className={clsx('flex min-w-0 gap-1.5', wide && 'basis-full')}>
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className={clsx('min-w-0 wrap-anywhere', wide && 'whitespace-pre-wrap')}>{children}</dd>
    </div>
  ) : null
