/** The selection is a set of ids, or all records that match the filter, even those that are not loaded yet. */
import { useRef, useState } from 'react'

export type Selection = ReturnType<typeof useSelection>
type Ticked = { ids: ReadonlySet<string>; allOf: string | null }
const NONE: Ticked = { ids: new Set(), allOf: null }

/** `list` identifies the filter. After "select all", a change of the filter clears the selection. */
export const useSelection = (loaded: readonly string[], total: number, list: string) => {
  const [ticked, setTicked] = useState<Ticked>(NONE)
  const last = useRef('')
  const everything = ticked.allOf === list && total > 0
  const ids = everything ? loaded : loaded.filter(id => ticked.ids.has(id))
  const add = (more: readonly string[]) => {
    last.current = more.at(-1) ?? ''
    if (!everything) setTicked({ ids: new Set([...ids, ...more]), allOf: null })
  }
  return {
    count: everything ? total : ids.length,
    /** The selected ids that are loaded, in the order of the list. */
    ids,
    has: (id: string) => everything || ticked.ids.has(id),
    toggle: (id: string) => {
      last.current = id
      const after = new Set(ids)
      if (!after.delete(id)) after.add(id)
      setTicked({ ids: after, allOf: null })
    },
    add,
    addUpTo: (id: string) => {
      const [from, to] = [loaded.indexOf(last.current), loaded.indexOf(id)]
      add(from < 0 ? [id] : [...loaded.slice(Math.min(from, to), Math.max(from, to) + 1), id])
    },
    selectAll: () => setTicked({ ids: new Set(), allOf: list }),
    clear: () => setTicked(NONE),
    isAll: everything || (ids.length > 0 && ids.length === total),
  }
}
