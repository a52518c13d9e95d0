/** Loads a value once `wanted` is true. A failed load is retried. */
import { useEffect, useState } from 'react'
import { loadUntilThere } from './load-until-there.ts'

export const useLoaded = <T>(load: () => Promise<T>, wanted = true): T | undefined => {
  // The object is needed, because the value may be a function (a component), and React's setter calls functions.
  const [loaded, setLoaded] = useState<{ piece: T }>()
  useEffect(() => {
    if (!wanted || loaded) return undefined
    return loadUntilThere(load, piece => setLoaded({ piece }))
  }, [load, wanted, loaded])
  return loaded?.piece
}
