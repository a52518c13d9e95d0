/** Which records of a list are ticked: some by their ids, or all that the filter finds, also those not loaded yet. */
import { useRef, useState } from 'react'

export type Selection = {
  count: number
  /** In the list's order; what has left the list is not selected. */
  ids: readonly string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  add: (more: readonly string[]) => void
  addUpTo: (id: string) => void
  selectAll: () => void
  clear: () => void
  isAll: boolean
}

type Ticked = { ids: ReadonlySet<string>; allOf: string | null }
const NONE: Ticked = { ids: new Set(), allOf: null }

/** `list` identifies the filter: selecting all of one list selects nothing of another. */
export const useSelection = (loaded: readonly string[], total: number, list: string): Selection => {
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
    ids,
    has: id => everything || ticked.ids.has(id),
    toggle: id => {
      last.current = id
      const after = new Set(ids)
      if (!after.delete(id)) after.add(id)
      setTicked({ ids: after, allOf: null })
    },
    add,
    addUpTo: id => {
      const [from, to] = [loaded.indexOf(last.current), loaded.indexOf(id)]
      add(from < 0 ? [id] : [...loaded.slice(Math.min(from, to), Math.max(from, to) + 1), id])
    },
    selectAll: () => setTicked({ ids: new Set(), allOf: list }),
    clear: () => setTicked(NONE),
    isAll: everything || (ids.length > 0 && ids.length === total),
  }
}
