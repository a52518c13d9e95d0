import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react'
import { count } from '../words/format.ts'

/** A figure's change against the period before. `up` and `down` do not mean good or bad. */
export type Change = { direction: 'up' | 'down' | 'same'; text: string }

/** If the earlier number is smaller, a percentage misleads, so the change is given as a number. */
const FEWEST = 10

export const changeOf = (now: number, before: number): Change => {
  if (now === before) return { direction: 'same', text: 'as many' }
  const direction = now > before ? 'up' : 'down'
  const difference = Math.abs(now - before)
  const share = Math.round((difference / before) * 100)
  return before < FEWEST || share > 999
    ? { direction, text: `${count(difference)} ${now > before ? 'more' : 'fewer'}` }
    : { direction, text: share === 0 ? 'under 1%' : `${share}%` }
}

/** Change between two percentages, in percentage points, because a percentage of a percentage misleads. */
export const changeOfRate = (now: number, before: number): Change => {
  const points = Math.abs(now - before).toFixed(1)
  return points === '0.0'
    ? { direction: 'same', text: 'the same' }
    : { direction: now > before ? 'up' : 'down', text: `${points} points` }
}

const ARROWS = { up: ArrowUp, down: ArrowDown, same: ArrowRight } as const
const WORDS = { up: 'Up ', down: 'Down ', same: '' } as const

/** Uses neither green nor red, because more visits are not always good. */
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
