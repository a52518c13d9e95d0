import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import type { Change } from './change.ts'

const ARROWS = { up: ArrowUp, down: ArrowDown, same: ArrowRight } as const
const WORDS = { up: 'Up ', down: 'Down ', same: '' } as const

/** Neither green nor red: more visits of the wrong people are no success. */
export const ChangeLine = ({ change, than }: { change: Change; than: string }) => {
  const Arrow = ARROWS[change.direction]
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <Arrow aria-hidden size={13} className="text-ink" />
      <span className="font-semibold text-ink tabular-nums">
        <span className="sr-only">{WORDS[change.direction]}</span>
        {change.text}
      </span>
      {than}
    </span>
  )
}
