import type { ReactNode } from 'react'
import { Fold } from '../pieces/fold.tsx'
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
        <Fold
          summary={counted(older.length, `older ${noun}`)}
          look="py-2 font-medium"
          className="border-t border-line"
        >
          <ol className="divide-y divide-line">{older.map(children)}</ol>
        </Fold>
      )}
    </>
  )
}
