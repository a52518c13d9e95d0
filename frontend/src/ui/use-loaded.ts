/** Loads a value once `wanted` is true. A failed load is retried. */
import { useEffect, useState } from 'react'
import { loadUntilThere } from './load-until-there.ts'

export const useLoaded = <T>(load: () => Promise<T>, wanted = true): T | undefined => {
  // Wraps the value in an object, because React's setter would call a value that is a function (a component).
  const [loaded, setLoaded] = useState<{ piece: T }>()
  useEffect(() => {
    if (!wanted || loaded) return undefined
    return loadUntilThere(load, piece => setLoaded({ piece }))
  }, [load, wanted, loaded])
  return loaded?.piece
}
