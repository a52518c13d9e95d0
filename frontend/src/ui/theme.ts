/** Light, dark, or as the system says; remembered in this browser. */
import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme'
const listeners = new Set<() => void>()

const read = (): Theme => THEMES.find(theme => theme === localStorage.getItem(KEY)) ?? 'system'

/** Puts the remembered theme on the page; returns what removes it. */
export const applyTheme = (): (() => void) => {
  const theme = read()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  return () => {
    delete document.documentElement.dataset.theme
  }
}

export const setTheme = (theme: Theme): void => {
  localStorage.setItem(KEY, theme)
  applyTheme()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, read, read)
