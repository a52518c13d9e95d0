/** What `load` resolves to, once it is wanted and loaded; undefined until then. A failed load is tried again. */
import { useEffect, useState } from 'react'
import { loadUntilThere } from './load-until-there.ts'

export const useLoaded = <T>(load: () => Promise<T>, wanted = true): T | undefined => {
  // In an object, because React would call a component given as a state.
  const [loaded, setLoaded] = useState<{ piece: T }>()
  useEffect(() => {
    if (!wanted || loaded) return undefined
    return loadUntilThere(load, piece => setLoaded({ piece }))
  }, [load, wanted, loaded])
  return loaded?.piece
}
