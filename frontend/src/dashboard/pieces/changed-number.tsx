import './changed-number.css'
import { type ReactNode, useState } from 'react'

const FLASH = 'rounded-sm motion-safe:animate-[changed-number_1.6s_ease-out]'

/** Animates `children` when `value` changes, but not at the first render. */
export const ChangedNumber = ({ value, children }: { value: number | null; children: ReactNode }) => {
  const [first] = useState(value)
  // A new key restarts the animation.
  return (
    <span key={value} className={value === first ? undefined : FLASH}>
      {children}
    </span>
  )
}
