/** The single keys that work on every page, and the sheet that lists them. WCAG 2.1.4 wants them to be switchable. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DASHBOARD_PAGES } from '../../dashboard-pages.ts'
import { useGoToPage } from '../address/page-links.ts'
import { CUSTOM_KEY, PRESETS } from '../address/range.ts'
import { isTakenByRecords } from '../address/record-key.ts'
import { useChooseRange } from '../address/use-range.ts'
import { useOpenForm } from '../campaigns/form/shared-draft.tsx'
import { KeySheet } from '../settings/key-sheet.tsx'
import { useKeysEnabled } from '../settings/keys-enabled.ts'
import { focusDays } from './range-bar/range-bar.tsx'

type KeysProps = { isSheetOpen: boolean; onSheet: (open: boolean) => void }

export const Keys = ({ isSheetOpen, onSheet }: KeysProps) => {
  const client = useQueryClient()
  const goTo = useGoToPage()
  const { choosePreset } = useChooseRange()
  const { open } = useOpenForm()
  const [enabled, setEnabled] = useKeysEnabled()
  useShortcuts(
    {
      ...Object.fromEntries(DASHBOARD_PAGES.map((page, at) => [String(at + 1), () => goTo(page)])),
      ...Object.fromEntries(PRESETS.flatMap(({ id, key }) => (key ? [[key, () => choosePreset(id)]] : []))),
      [CUSTOM_KEY]: focusDays,
      n: open,
      '/': focusSearch,
      j: () => stepRecord(1),
      k: () => stepRecord(-1),
      x: toggleRecord,
      o: openRecord,
      u: takeOffer,
      r: () => void client.invalidateQueries(),
      '?': () => onSheet(true),
    },
    enabled,
  )
  if (!isSheetOpen) return null
  return <KeySheet onClose={() => onSheet(false)} enabled={enabled} onEnabled={setEnabled} />
}

type Shortcuts = Readonly<Record<string, () => void>>

const useShortcuts = (shortcuts: Shortcuts, enabled: boolean): void => {
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

const takeOffer = (): void => document.querySelector<HTMLElement>('[data-offer]')?.click()

const focusSearch = (): void => {
  const section = document.activeElement?.closest('section[id]')
  const box =
    section?.querySelector<HTMLElement>('input[type=search]') ??
    document.querySelector<HTMLElement>('input[type=search]')
  box?.focus()
}
