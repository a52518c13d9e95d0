import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const KEY = 'theme'
const CHANGED = 'theme-changed'

const read = (): Theme => THEMES.find(theme => theme === localStorage.getItem(KEY)) ?? 'system'

export const applyTheme = (): void => {
  document.documentElement.dataset.theme = read()
}

export const setTheme = (theme: Theme): void => {
  localStorage.setItem(KEY, theme)
  applyTheme()
  dispatchEvent(new Event(CHANGED))
}

const subscribe = (listener: () => void) => {
  addEventListener(CHANGED, listener)
  return () => removeEventListener(CHANGED, listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, read, read)
