/** A record that leaves the list while it has the keyboard, as its status no longer matches, hands it to the one in its place. */
import { type FocusEvent, useLayoutEffect, useRef } from 'react'

/** For the list that holds the records `ids`, in their order. */
export const useKeptPlace = (ids: readonly string[]) => {
  const list = useRef<HTMLUListElement>(null)
  const last = useRef({ id: '', index: 0 })
  useLayoutEffect(() => {
    const { id, index } = last.current
    if (!id || ids.includes(id) || document.activeElement !== document.body) return
    last.current = { id: '', index: 0 }
    const records = list.current?.querySelectorAll<HTMLElement>('[data-record]')
    records?.[Math.min(index, records.length - 1)]?.focus({ preventScroll: true })
  })
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) => {
      const id = target.closest<HTMLElement>('[data-record]')?.dataset.record ?? ''
      last.current = { id, index: ids.indexOf(id) }
    },
  }
}
