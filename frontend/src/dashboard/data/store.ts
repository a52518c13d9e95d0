import { useSyncExternalStore } from 'react'

/** A value outside of React. Components that use it render again when it changes. */
export const openStore = <T>(initial: T) => {
  let current = initial
  const listeners = new Set<() => void>()
  const get = (): T => current
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const set = (next: T): void => {
    current = next
    for (const listener of listeners) listener()
  }
  return { get, set, subscribe, useIt: (): T => useSyncExternalStore(subscribe, get, get) }
}
