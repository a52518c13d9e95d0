import { useState } from 'react'

const KEY = 'single_key_shortcuts'

export const useKeysEnabled = (): [enabled: boolean, set: (enabled: boolean) => void] => {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(KEY) !== 'off')
  const set = (next: boolean) => {
    localStorage.setItem(KEY, next ? 'on' : 'off')
    setEnabled(next)
  }
  return [enabled, set]
}
