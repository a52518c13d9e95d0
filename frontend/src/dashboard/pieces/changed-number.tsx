import './changed-number.css'
import { type ReactNode, useState } from 'react'

/** Shows `children`, with one quiet pulse whenever `value` becomes another; nothing moves the first time. */
export const ChangedNumber = ({ value, children }: { value: number | null; children: ReactNode }) => {
  const [previous, setPrevious] = useState(value)
  const [beat, setBeat] = useState(0)
  if (value !== previous) {
    setPrevious(value)
    setBeat(beat + 1)
  }
  // A new key starts the animation again when a second change follows the first.
  return (
    <span key={beat} data-beat={beat} className={beat > 0 ? 'changed-number' : undefined}>
      {children}
    </span>
  )
}
