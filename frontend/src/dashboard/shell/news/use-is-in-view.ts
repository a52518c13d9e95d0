import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
const isInView = () => document.visibilityState === 'visible'

/** Whether the window's tab is the one that is looked at. */
export const useIsInView = (): boolean => useSyncExternalStore(subscribe, isInView, isInView)
