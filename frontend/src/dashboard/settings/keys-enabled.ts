/** Whether single keys do something in this browser; the sheet of keys and the settings both say and change it. */
import { useSyncExternalStore } from 'react'

const KEY = 'single_key_shortcuts'
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
const read = (): boolean => localStorage.getItem(KEY) !== 'off'

const set = (enabled: boolean): void => {
  localStorage.setItem(KEY, enabled ? 'on' : 'off')
  for (const listener of listeners) listener()
}

export const useKeysEnabled = (): [enabled: boolean, set: (enabled: boolean) => void] => [
  useSyncExternalStore(subscribe, read, read),
  set,
]
