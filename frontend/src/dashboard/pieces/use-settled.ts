import { useEffect, useState } from 'react'

const TYPING_MS = 250

/** Returns the typed text once the user pauses (debounced). */
export const useSettled = (typed: string): string => {
  const [settled, settle] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
