import { useEffect, useState } from 'react'
import { PLACES, type PlaceId } from './places.ts'

/** A part counts as being read once its top has come this near to the window's. */
const NEAR_PX = 160

/** The part of the page that is being read; at the very end of the page, the last one. */
export const useCurrentPlace = (): PlaceId => {
  const [current, setCurrent] = useState<PlaceId>('domain')
  useEffect(() => {
    const look = () => {
      const passed = PLACES.filter(({ id }) => {
        const place = document.getElementById(id)
        return place && place.getBoundingClientRect().top < NEAR_PX
      })
      if (scrollY < NEAR_PX) return setCurrent('domain')
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      setCurrent((isAtEnd ? PLACES.at(-1) : passed.at(-1))?.id ?? 'domain')
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return current
}
