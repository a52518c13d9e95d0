/** If the current record leaves the list, the next record gets the focus. The first "next" stays on that record. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

/** `id` is the current record. `before` and `after` were its neighbours when the user reached it, nearest first. */
type Place = { id: string; before: readonly string[]; after: readonly string[] }

/** `ids` is the list in its order. `open` is the record in the panel. `onLast` runs at the last record, to load more. */
export const usePlace = (
  ids: readonly string[],
  open: string,
  setOpen: (id: string) => void,
  onLast: () => void,
) => {
  const root = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ id: '', before: [], after: [] })
  const held = useRef<'list' | 'panel' | null>(null)
  /** The record that got the focus because the current record left the list. */
  const reached = useRef('')
  const rowOf = (id: string) => root.current?.querySelector<HTMLElement>(`li[data-record="${id}"]`)

  const arrive = (id: string) => {
    if (id && id === ids.at(-1)) onLast()
    if (id === place.current.id) return
    reached.current = ''
    const at = ids.indexOf(id)
    place.current = { id, before: ids.slice(0, Math.max(at, 0)).toReversed(), after: ids.slice(at + 1) }
  }
  const arriveInPanel = useEffectEvent(() => arrive(open))
  const neighbour = (step: 1 | -1): string | undefined => {
    const { id, before, after } = place.current
    const near = (step === 1 ? after : before).find(other => ids.includes(other))
    // After a reload, the user has visited no record, but a panel may be open. If so, use the record in the panel.
    const here = id || open
    const at = ids.indexOf(here)
    return near ?? (here && at < 0 ? undefined : ids[at + step])
  }
  const land = (id: string) => {
    arrive(id)
    const row = rowOf(id)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const go = (step: 1 | -1): string | undefined => {
    const panel = document.activeElement?.closest<HTMLElement>('dialog')
    const isThere = step === 1 && reached.current === place.current.id
    reached.current = ''
    const next = isThere ? place.current.id : neighbour(step)
    if (!next) return undefined
    if (open) setOpen(next)
    if (!panel) land(next)
    else {
      arrive(next)
      if (document.activeElement?.closest('[data-part]')) panel.focus()
      rowOf(next)?.scrollIntoView({ block: 'nearest' })
    }
    return next
  }

  useEffect(() => {
    const note = ({ target, type }: Event) => {
      if (!(target instanceof Element) || (type === 'focusin' && target.closest('[data-toaster]'))) return
      const panel = target.closest('dialog')
      const part = !root.current?.contains(target) ? null : panel ? 'panel' : 'list'
      if (part === 'panel' && held.current !== part) arriveInPanel()
      held.current = part
    }
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', note)
    return () => {
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', note)
    }
  }, [])

  // Move the focus if the focused control or row was removed.
  useLayoutEffect(() => {
    const { id } = place.current
    if (!id || held.current === null || document.activeElement !== document.body) return
    const panel = root.current?.querySelector<HTMLElement>('dialog')
    if (held.current === 'panel' && panel) return panel.focus({ preventScroll: true })
    const target = ids.includes(id) ? id : (neighbour(1) ?? neighbour(-1))
    if (target === undefined) return
    if (open && target !== id) setOpen(target)
    land(target)
    if (target !== id) reached.current = target
  })

  const stay = () => {
    reached.current = ''
  }
  return { root, current: () => place.current.id, rowOf, arrive, go, land, stay, neighbour }
}
