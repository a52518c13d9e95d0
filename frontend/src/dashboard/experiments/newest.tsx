import type { ReactNode } from 'react'

type NewestProps<Item> = {
  label: string
  /** Newest first. */
  items: readonly Item[]
  children: (item: Item) => ReactNode
}

/** A list that a year of work cannot make endless: it scrolls. */
export const Newest = <Item,>({ label, items, children }: NewestProps<Item>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  <section aria-label={label} tabIndex={0} className="goes-on max-h-[40rem] overflow-auto">
    <ol className="divide-y divide-line">{items.map(children)}</ol>
  </section>
)
