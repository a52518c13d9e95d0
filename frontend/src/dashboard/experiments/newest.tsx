import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '../words/format.ts'

const MOST = 20

type NewestProps<Item> = {
  /** Newest first. */
  items: readonly Item[]
  /** What they are, as "changes". */
  noun: string
  children: (item: Item) => ReactNode
}

/** A list that a year of work cannot make endless: what is old is one press away. */
export const Newest = <Item,>({ items, noun, children }: NewestProps<Item>) => {
  const older = items.slice(MOST)
  return (
    <>
      <ol className="divide-y divide-line">{items.slice(0, MOST).map(children)}</ol>
      {older.length > 0 && (
        <details className="group/newest border-t border-line">
          <summary className="dashboard-target flex w-fit cursor-pointer items-center gap-1 py-2 font-medium">
            <ChevronRight
              aria-hidden
              size={16}
              className="transition-transform group-open/newest:rotate-90"
            />
            {counted(older.length, `older ${noun}`)}
          </summary>
          <ol className="divide-y divide-line">{older.map(children)}</ol>
        </details>
      )}
    </>
  )
}
