import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { goTo, PLACES, type PlaceId } from './places.ts'
import { useCurrentPlace } from './use-current-place.ts'

type NavigationProps = {
  /** Places that are not on the page now, such as a split test without events. */
  absent: readonly PlaceId[]
  counts: Partial<Record<PlaceId, number>>
  /** How many leads nobody has answered yet. */
  unanswered: number
}

/** A rail beside the page where there is room, else a strip that scrolls sideways. */
export const Navigation = ({ absent, counts, unanswered }: NavigationProps) => {
  const current = useCurrentPlace()
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>(`[href="#${current}"]`)
    if (link) strip.current?.scrollTo({ left: link.offsetLeft - strip.current.clientWidth / 3 })
  }, [current])
  return (
    <nav
      ref={strip}
      aria-label="Sections"
      className="desk-strip relative flex gap-1 overflow-x-auto lg:flex-col"
    >
      <p className="display hidden items-center gap-2 px-3 pt-5 pb-6 text-xl lg:flex">
        <span aria-hidden className="size-3 rounded-sm bg-accent" /> Firsttouch
      </p>
      {PLACES.map((place, at) =>
        absent.includes(place.id) ? null : (
          <PlaceLink
            key={place.id}
            {...place}
            shortcut={at + 1}
            current={current === place.id}
            count={counts[place.id]}
            unanswered={place.id === 'leads' ? unanswered : 0}
          />
        ),
      )}
    </nav>
  )
}

type PlaceLinkProps = {
  id: PlaceId
  label: string
  shortcut: number
  current: boolean
  count: number | undefined
  unanswered: number
}

const PlaceLink = ({ id, label, shortcut, current, count, unanswered }: PlaceLinkProps) => (
  <a
    href={`#${id}`}
    aria-current={current ? 'true' : undefined}
    className={clsx(
      'flex shrink-0 items-center gap-2 rounded-md px-3 py-2 text-sm whitespace-nowrap lg:py-1.5',
      current ? 'bg-sunken font-semibold text-ink' : 'text-muted hover:bg-sunken hover:text-ink',
    )}
    onClick={event => {
      event.preventDefault()
      goTo(id)
    }}
  >
    {label}
    {unanswered > 0 ? (
      <span className="rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums">
        {unanswered} new
      </span>
    ) : (
      count !== undefined && <span className="text-xs text-muted tabular-nums">{count}</span>
    )}
    <kbd aria-hidden className="ml-auto hidden text-xs text-muted lg:block">
      {shortcut}
    </kbd>
  </a>
)
