/** A pressed key clicks the control whose `data-keys` contains the key, in the record's row or panel. */
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { RECORD_KEY } from '../../address/record-key.ts'
import { isLeavingPanel } from '../../address/use-address.ts'
import type { Selection } from './selection.ts'
import type { usePlace } from './use-place.ts'

type Given = {
  place: ReturnType<typeof usePlace>
  selection: Selection
  open: string
  setOpen: (id: string) => void
}

/** Keys that open the panel if the row has no control for them. */
const PANEL_KEYS = ['o', 'f', 'r']

/** Returns a ref with the key that opened the panel. The panel presses this key once it is rendered. */
export const useRecordKeys = ({ place, selection, open, setOpen }: Given): RefObject<string> => {
  const wanted = useRef('')
  const take = (key: string): boolean => {
    const at = document.activeElement
    if (key !== 'j' && key !== 'ArrowDown') place.stay()
    if (key === 'j' || key === 'k') return place.go(key === 'j' ? 1 : -1) !== undefined
    const part = at?.closest<HTMLElement>('[data-record]')
    // After "next", the panel shows the previous record for a moment. Take the row of the current record instead.
    const id = part?.matches('li') ? part.dataset.record : place.current()
    const record = part?.dataset.record === id ? part : id && place.rowOf(id)
    if (!part || !record || !id) return false
    if (key === 'J' || key === 'K') selection.add([id, place.go(key === 'J' ? 1 : -1) ?? id])
    else if (key === 'x') selection.toggle(id)
    else if (press(record, key)) return true
    else if (PANEL_KEYS.includes(key)) {
      const panel = place.root.current?.querySelector(`dialog[data-record="${id}"]`)
      if (panel && !isLeavingPanel() && press(panel, key)) return true
      wanted.current = key
      setOpen(id)
    } else if (at !== part) return false
    else if (key === 'ArrowDown' || key === 'ArrowUp')
      return place.go(key === 'ArrowDown' ? 1 : -1) !== undefined
    else if (key === ' ') setOpen(open === id ? '' : id)
    else if (key === 'Enter') {
      const opener = record.querySelector<HTMLElement>('[data-opens]')
      // Focus the button first, because the panel takes the focus only from the button that opens it.
      opener?.focus()
      opener?.click()
    } else return false
    return true
  }
  const onKey = useEffectEvent((event: Event) => {
    if (event instanceof CustomEvent && take(event.detail)) event.preventDefault()
  })
  useEffect(() => {
    const root = place.root.current
    root?.addEventListener(RECORD_KEY, onKey)
    return () => root?.removeEventListener(RECORD_KEY, onKey)
  }, [place.root])
  return wanted
}

/** In a select, the digit n chooses the n-th option. Returns false if no control names the key. */
export const press = (within: ParentNode, key: string): boolean => {
  const control = within.querySelector<HTMLElement>(`[data-keys~="${CSS.escape(key)}"]`)
  if (!(control instanceof HTMLSelectElement)) control?.click()
  else if (!/\d/.test(key)) control.focus()
  else if (control.selectedIndex !== Number(key) - 1) {
    control.selectedIndex = Number(key) - 1
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return control !== null
}
