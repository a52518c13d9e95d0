/** Single-key shortcuts on every page. WCAG 2.1.4 requires a switch to turn them off. */
import { useEffect } from 'react'
import { isTakenByRecords } from '../address/record-key.ts'
import { KeySheet, useKeysEnabled } from '../settings/key-sheet.tsx'
import { useActions } from './actions.ts'

type KeysProps = { isSheetOpen: boolean; onSheet: (open: boolean) => void }

export const Keys = ({ isSheetOpen, onSheet }: KeysProps) => {
  const { pages, actions } = useActions()
  const [enabled, setEnabled] = useKeysEnabled()
  useShortcuts(
    {
      ...Object.fromEntries([...pages, ...actions].map(({ key = '', run }) => [key, run])),
      '/': focusSearch,
      j: () => stepRecord(1),
      k: () => stepRecord(-1),
      x: () => inRecord('input[type=checkbox]')?.click(),
      o: () => inRecord('[data-opens]')?.click(),
      u: () => document.querySelector<HTMLElement>('[data-offer]')?.click(),
      '?': () => onSheet(true),
    },
    enabled,
  )
  if (!isSheetOpen) return null
  return <KeySheet onClose={() => onSheet(false)} enabled={enabled} onEnabled={setEnabled} />
}

const useShortcuts = (shortcuts: Readonly<Record<string, () => void>>, enabled: boolean): void => {
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target))
        return
      const run = isTakenByRecords(event.key) ? () => undefined : shortcuts[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [shortcuts, enabled])
}

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), select, textarea, [contenteditable]')) !== null ||
  document.querySelector('dialog:modal') !== null

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

const inRecord = (selector: string) =>
  document.activeElement?.closest('[data-record]')?.querySelector<HTMLElement>(selector)

const focusSearch = (): void => {
  const section = document.activeElement?.closest('section[id]')
  const boxIn = (part: ParentNode) => part.querySelector<HTMLElement>('input[type=search]')
  const box = (section && boxIn(section)) ?? boxIn(document)
  box?.focus()
}
