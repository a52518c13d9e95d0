import './changed-number.css'
import { type ReactNode, useState } from 'react'

const FLASH = 'rounded-sm motion-safe:animate-[changed-number_1.6s_ease-out]'

/** Shows `children`, and animates them briefly when `value` changes, but not at first. */
export const ChangedNumber = ({ value, children }: { value: number | null; children: ReactNode }) => {
  const [first] = useState(value)
  // A new key restarts the animation.
  return (
    <span key={value} className={value === first ? undefined : FLASH}>
      {children}
    </span>
  )
}
