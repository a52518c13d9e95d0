/** The inbox of leads or onboarding submissions. */
import { clsx } from 'clsx'
import { type ReactNode, useEffect } from 'react'
import { useAddressValue } from '../../address/use-address.ts'
import { capitalised, count, counted, singular } from '../../words/format.ts'
import { Button } from '../button.tsx'
import { CardBoundary } from '../card-boundary.tsx'
import { Empty, Loaded } from '../loaded.tsx'
import { NarrowedNote } from '../narrowed-note.tsx'
import { Section } from '../section.tsx'
import { useShortList, WholeList } from '../short-lists.tsx'
import type { InboxPage, InboxPages } from './inbox-pages.ts'
import type { RecordPanelProps } from './inbox-panel.tsx'
import type { RecordHandles } from './record-row.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { type InboxActions, type InboxKind, useInbox } from './use-inbox.ts'
import { usePlace } from './use-place.ts'
import { useRecordKeys } from './use-record-keys.ts'

const MOST_SOUGHT = 500

type InboxProps<T, P> = {
  kind: InboxKind
  title: string
  pages: InboxPages<P>
  meta?: (first: P) => ReactNode
  filters: ReactNode
  empty: ReactNode
  row: (item: T, handles: RecordHandles) => ReactNode
  panel: (panel: RecordPanelProps<T>) => ReactNode
  work?: (actions: InboxActions, items: readonly T[]) => ReactNode
}

export const Inbox = <T extends { id: string }, P extends InboxPage<T>>(props: InboxProps<T, P>) => {
  const { kind, pages } = props
  const { data } = pages.query
  const first = data?.[0]
  const items = data?.flatMap(page => page.items) ?? []
  const ids = items.map(({ id }) => id)
  const total = first?.total ?? 0
  const actions = useInbox(kind, { loaded: ids, total, filter: pages.filter })
  const chosen = actions.selection.count
  const { spam, deleted } = pages.filter
  const isFiltered = Object.keys(pages.filter).length > 0
  const isNarrowed = isFiltered && !spam && !deleted
  const isEmpty = first?.inbox.total === 0 && !isFiltered
  const isShort = useShortList() !== null
  const one = singular(kind.noun)
  const [open, setOpen] = useAddressValue(one)
  const isWhole = isShort || ids.length >= total
  const showMore = () => {
    if (!isWhole && !pages.isLoadingMore) pages.showMore()
  }
  const place = usePlace(ids, open, setOpen, showMore)
  // Load more if the open record is not loaded yet, or if it is the last loaded one.
  const isSought = !ids.includes(open) && place.current() !== open && ids.length < MOST_SOUGHT
  const isAtEnd = open !== '' && !isWhole && (isSought || ids.at(-1) === open)
  useEffect(() => {
    if (isAtEnd && !pages.isLoadingMore && !pages.query.isError) pages.showMore()
  }, [isAtEnd, ids.length, pages.query.isError])
  const wanted = useRecordKeys({ place, selection: actions.selection, open, setOpen })
  const show = (id: string) => {
    place.arrive(id)
    setOpen(id)
  }
  const step = (by: 1 | -1) => {
    if (place.neighbour(by) === undefined) return undefined
    return () => {
      place.stay()
      place.go(by)
    }
  }
  return (
    <div
      ref={place.root}
      data-records
      className={clsx(
        open && 'lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] lg:items-start lg:gap-3',
      )}
    >
      <Section
        id={kind.read}
        title={props.title}
        meta={
          first && (
            <>
              <span>
                {isNarrowed && `${count(total)} of `}
                {counted(isNarrowed ? first.inbox.total : total, kind.noun)}
              </span>
              {props.meta?.(first)}
              <span className={chosen > 0 ? 'font-semibold text-ink' : undefined}>
                {count(chosen)} selected
              </span>
            </>
          )
        }
      >
        {first && !isEmpty && <SelectionBar {...actions}>{props.work?.(actions, items)}</SelectionBar>}
        <NarrowedNote section={kind.read} />
        <Loaded query={pages.query} what={kind.noun} skeleton="m-5 h-24">
          {() =>
            isEmpty ? (
              props.empty
            ) : (
              <>
                {(!isShort || isFiltered) && props.filters}
                <List {...props} {...{ items, total, actions, open }} onOpen={show} onArrive={place.arrive} />
              </>
            )
          }
        </Loaded>
      </Section>
      {open && (
        <CardBoundary what={`details of this ${one}`}>
          {props.panel({
            id: open,
            item: items.find(({ id }) => id === open),
            onOpen: show,
            frame: {
              wanted,
              onPrevious: step(-1),
              onNext: step(1),
              onClose: () => {
                setOpen('')
                place.land(open)
              },
            },
          })}
        </CardBoundary>
      )}
    </div>
  )
}

type ListProps<T, P> = InboxProps<T, P> & {
  items: readonly T[]
  total: number
  actions: InboxActions
  open: string
  onOpen: (id: string) => void
  onArrive: (id: string) => void
}

const List = <T extends { id: string }, P>(props: ListProps<T, P>) => {
  const { kind, pages, items, total, open, onOpen, onArrive } = props
  const { selection, deletion, isDeleted } = props.actions
  const most = useShortList()
  if (items.length === 0)
    return (pages.filter.spam || isDeleted) && !pages.filter.q ? (
      <Empty
        title={isDeleted ? 'Nothing was deleted in the last 30 days.' : 'Nothing was classified as spam.'}
      >
        Choose {capitalised(kind.noun)} above to go back to the inbox.
      </Empty>
    ) : (
      <Empty title={`No ${kind.noun} match.`}>Change the search or the filters above.</Empty>
    )
  return (
    <>
      <ul
        className="@container divide-y divide-line"
        aria-busy={pages.query.isFetching}
        onFocus={({ target }) => onArrive(target.closest<HTMLElement>('[data-record]')?.dataset.record ?? '')}
      >
        {(most === null ? items : items.slice(0, most)).map(item =>
          props.row(item, {
            selected: selection.has(item.id),
            isOpen: item.id === open,
            isWhole: most !== null || isDeleted,
            onToggle: upTo => (upTo ? selection.addUpTo(item.id) : selection.toggle(item.id)),
            onOpen: () => onOpen(item.id),
            onRestore: isDeleted ? () => deletion.restore.mutate({ [kind.ids]: [item.id] }) : undefined,
          }),
        )}
      </ul>
      {most !== null && total > most && (
        <WholeList page={kind.read}>{`All ${counted(total, kind.noun)}`}</WholeList>
      )}
      {most === null && items.length < total && (
        <div className="border-t border-line px-4 py-3 text-center">
          <Button disabled={pages.isLoadingMore} onClick={pages.showMore}>
            {pages.isLoadingMore
              ? 'Loading...'
              : `Show more: ${count(items.length)} of ${counted(total, kind.noun)} are shown`}
          </Button>
        </div>
      )}
    </>
  )
}
