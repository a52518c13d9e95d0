/** The search, by Ctrl K, and the single keys that work on every page. WCAG 2.1.4 wants the latter to be switchable. */
import { useEffect } from 'react'
import { isTakenByRecords } from '../address/record-key.ts'
import { lazily } from '../pieces/lazily.tsx'
import { useKeysEnabled } from '../settings/keys-enabled.ts'
import { useActions } from './actions.ts'

const Palette = lazily(async () => (await import('./palette.tsx')).Palette, 'hidden')

type KeysProps = { isOpen: boolean; onOpen: (open: boolean) => void }

export const Keys = ({ isOpen, onOpen }: KeysProps) => {
  const { pages, actions } = useActions()
  const [enabled, setEnabled] = useKeysEnabled()
  const openPalette = () => onOpen(true)
  useShortcuts(
    {
      ...Object.fromEntries([...pages, ...actions].flatMap(({ key, run }) => (key ? [[key, run]] : []))),
      '/': focusSearch,
      j: () => stepRecord(1),
      k: () => stepRecord(-1),
      x: toggleRecord,
      o: openRecord,
      u: takeOffer,
      '?': openPalette,
    },
    enabled,
    openPalette,
  )
  if (!isOpen) return null
  return <Palette {...{ pages, actions, enabled }} onEnabled={setEnabled} onClose={() => onOpen(false)} />
}

/** By `KeyboardEvent.key`: '?' or 'n'. */
type Shortcuts = Readonly<Record<string, () => void>>

const useShortcuts = (shortcuts: Shortcuts, enabled: boolean, openPalette: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event
      if (altKey || event.defaultPrevented || document.querySelector('dialog:modal')) return
      const isPalette = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
      const isSingle = enabled && !ctrlKey && !metaKey && !isTyped(event.target)
      const isTaken = isSingle && isTakenByRecords(key)
      const run = isPalette ? openPalette : isSingle && (isTaken ? () => undefined : shortcuts[key])
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [shortcuts, enabled, openPalette])
}

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), select, textarea, [contenteditable]') !== null

/** Of the section that has the keyboard, else of the page. */
const records = (): HTMLElement[] => {
  const section = document.activeElement?.closest('section[id]')
  const inSection = section?.querySelectorAll<HTMLElement>('[data-record]')
  return [...(inSection?.length ? inSection : document.querySelectorAll<HTMLElement>('[data-record]'))]
}

const stepRecord = (step: 1 | -1): void => {
  const all = records()
  const at = all.findIndex(record => record.contains(document.activeElement))
  const next = at < 0 ? all[0] : all[Math.min(Math.max(at + step, 0), all.length - 1)]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

const toggleRecord = (): void =>
  document.activeElement
    ?.closest('[data-record]')
    ?.querySelector<HTMLElement>('input[type=checkbox]')
    ?.click()

const openRecord = (): void =>
  document.activeElement?.closest('[data-record]')?.querySelector<HTMLElement>('[data-opens]')?.click()

/** What the notice offers, such as Undo. */
const takeOffer = (): void => document.querySelector<HTMLElement>('[data-offer]')?.click()

const focusSearch = (): void => {
  const section = document.activeElement?.closest('section[id]')
  const box =
    section?.querySelector<HTMLElement>('input[type=search]') ??
    document.querySelector<HTMLElement>('input[type=search]')
  box?.focus()
}
