/** An inbox of what people sent: counts, filters, ticking, export, deletion and the list itself. */
import type { ComponentType, ReactNode } from 'react'
import { useAddressValue } from '../../address/use-address.ts'
import { count, counted } from '../../words/format.ts'
import { capitalised, singular } from '../../words/plural.ts'
import { Button } from '../button.tsx'
import { CardBoundary } from '../card-boundary.tsx'
import { Empty } from '../empty.tsx'
import { Loaded } from '../loaded.tsx'
import { NarrowedNote } from '../narrowed-note.tsx'
import { Section } from '../section.tsx'
import { useShortList, WholeList } from '../short-lists.tsx'
import type { InboxPage, InboxPages } from './inbox-pages.ts'
import type { RecordHandles } from './record-card.tsx'
import type { Selection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { UndoBar } from './undo-bar.tsx'
import { type InboxActions, type InboxKind, useInbox } from './use-inbox.ts'
import { useKeptPlace } from './use-kept-place.ts'

/** `onOpen` opens another record of the same inbox. */
export type RecordPanelProps = { id: string; onOpen: (id: string) => void; onClose: () => void }

type InboxProps<T, P> = {
  kind: InboxKind
  title: string
  pages: InboxPages<P>
  /** More numbers beside the count. */
  meta?: (first: P) => ReactNode
  filters: ReactNode
  /** In the place of the list and its filters while nobody has written at all. */
  empty: ReactNode
  card: (item: T, handles: RecordHandles) => ReactNode
  Panel: ComponentType<RecordPanelProps>
  /** What else can be done with the ticked ones. */
  work?: (actions: InboxActions, items: readonly T[]) => ReactNode
}

export const Inbox = <T extends { id: string }, P extends InboxPage<T>>(props: InboxProps<T, P>) => {
  const { kind, pages } = props
  const { data } = pages.query
  const first = data?.[0]
  const items = data?.flatMap(page => page.items) ?? []
  const actions = useInbox(kind, {
    loaded: items.map(item => item.id),
    total: first?.total ?? 0,
    filter: pages.filter,
  })
  const isFiltered = Object.keys(pages.filter).length > 0
  const isEmpty = first?.inbox.total === 0 && !isFiltered
  const isShort = useShortList() !== null
  const one = singular(kind.noun)
  const [open, setOpen] = useAddressValue(one)
  return (
    <>
      <Section
        id={kind.read}
        title={props.title}
        meta={first && <Counts {...props} first={first} chosen={actions.selection.count} />}
        actions={first && !isEmpty && <SelectionBar {...actions} />}
      >
        {actions.deletion.undo && <UndoBar {...actions.deletion.undo} keepLabel="Keep them deleted" />}
        {props.work?.(actions, items)}
        <NarrowedNote section={kind.read} />
        <Loaded query={pages.query} what={kind.noun} skeleton="m-5 h-24">
          {() =>
            isEmpty ? (
              props.empty
            ) : (
              <>
                {(!isShort || isFiltered) && props.filters}
                <List
                  {...props}
                  items={items}
                  total={first?.total ?? 0}
                  selection={actions.selection}
                  onOpen={setOpen}
                />
              </>
            )
          }
        </Loaded>
      </Section>
      {open && (
        <CardBoundary what={`details of this ${one}`}>
          <props.Panel key={open} id={open} onOpen={setOpen} onClose={() => setOpen('')} />
        </CardBoundary>
      )}
    </>
  )
}

type CountsProps<P> = Pick<InboxProps<never, P>, 'kind' | 'pages' | 'meta'> & { first: P; chosen: number }

const Counts = <P extends InboxPage<unknown>>({ kind, pages, meta, first, chosen }: CountsProps<P>) => {
  const isNarrowed = Object.keys(pages.filter).length > 0 && first.total <= first.inbox.total
  return (
    <>
      <span>
        {isNarrowed && `${count(first.total)} of `}
        {counted(isNarrowed ? first.inbox.total : first.total, kind.noun)}
      </span>
      {meta?.(first)}
      <span className={chosen > 0 ? 'font-semibold text-ink' : undefined}>{count(chosen)} selected</span>
    </>
  )
}

type ListProps<T, P> = InboxProps<T, P> & {
  items: readonly T[]
  total: number
  selection: Selection
  onOpen: (id: string) => void
}

const List = <T extends { id: string }, P>(props: ListProps<T, P>) => {
  const { kind, pages, items, total, selection, onOpen } = props
  const most = useShortList()
  const place = useKeptPlace(items.map(({ id }) => id))
  if (items.length === 0)
    return pages.filter.spam && !pages.filter.q ? (
      <Empty title="Nothing was taken for spam.">
        Choose {capitalised(kind.noun)} above to go back to the inbox.
      </Empty>
    ) : (
      <Empty title={`No ${kind.noun} match.`}>Change the search or the filters above.</Empty>
    )
  return (
    <>
      <ul {...place} className="divide-y divide-line" aria-busy={pages.query.isFetching}>
        {(most === null ? items : items.slice(0, most)).map(item =>
          props.card(item, {
            selected: selection.has(item.id),
            onToggle: () => selection.toggle(item.id),
            onOpen: () => onOpen(item.id),
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
