/** Loads a value once `wanted` is true. undefined until it is loaded. A failed load is retried. */
import { useEffect, useState } from 'react'
import { loadUntilThere } from './load-until-there.ts'

export const useLoaded = <T>(load: () => Promise<T>, wanted = true): T | undefined => {
  // Stored in an object, because React would call a component that is passed to the setter.
  const [loaded, setLoaded] = useState<{ piece: T }>()
  useEffect(() => {
    if (!wanted || loaded) return undefined
    return loadUntilThere(load, piece => setLoaded({ piece }))
  }, [load, wanted, loaded])
  return loaded?.piece
}
