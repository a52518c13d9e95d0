import './changed-number.css'
import { type ReactNode, useState } from 'react'

/** Shows `children`, with one quiet pulse whenever `value` becomes another; nothing moves the first time. */
export const ChangedNumber = ({ value, children }: { value: number | null; children: ReactNode }) => {
  const [first] = useState(value)
  // A new key starts the animation again.
  return (
    <span key={value} className={value === first ? undefined : 'changed-number'}>
      {children}
    </span>
  )
}
