/** Single keys that do something on a page, silent while someone types or a dialog is open. */
import { useEffect } from 'react'

/** By `KeyboardEvent.key`: '?' or 'n'. */
type Shortcuts = Readonly<Record<string, () => void>>

export const useShortcuts = (shortcuts: Shortcuts, enabled = true): void => {
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isBusy(event.target))
        return
      const run = shortcuts[event.key]
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
  document.querySelector('dialog[open]') !== null
