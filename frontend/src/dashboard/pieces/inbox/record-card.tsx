/** One record of an inbox: a tick box, what it is, its facts and what can be done with it. */
import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { dateTime } from '../../words/format.ts'

type RecordProps = {
  id: string
  name: string
  createdAt: string
  selected: boolean
  onToggle: () => void
  /** Beside the name: a badge, or the control of its status. */
  aside: ReactNode
  children: ReactNode
  /** Small print, on one line with the actions where there is room. */
  footnote?: ReactNode
  actions: ReactNode
}

export const RecordCard = (props: RecordProps) => {
  const { id, name, createdAt, selected } = props
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
        onChange={props.onToggle}
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
          <div className="flex flex-wrap gap-2 sm:ml-auto">{props.actions}</div>
        </div>
      </div>
    </li>
  )
}

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1 max-sm:flex-col">{children}</dl>
)

export const Fact = ({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={clsx('flex min-w-0 gap-1.5', wide && 'basis-full')}>
    <dt className="shrink-0 text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
)
