import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width that an element has on the page, in pixels: figures are drawn to it, so that their text keeps its size. */
export const useWidth = (): [ref: RefObject<HTMLDivElement | null>, width: number] => {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(640)
  useLayoutEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
