/** How a test stands: in one word, and in place of the verdict while it does not run. */
import type { Experiment, ExperimentState } from '@firsttouch/api/contract/experiments/life'
import { Archive, CalendarClock, CircleCheck, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { partsOf, visitorsOf } from '../verdict/advice.ts'
import { STATE_WORDS, whoSeesWhat } from './state-words.ts'

const ICONS = {
  planned: CalendarClock,
  running: Play,
  paused: Pause,
  ended: CircleCheck,
  archived: Archive,
} as const

export const StateBadge = ({ state }: { state: ExperimentState }) => {
  const Icon = ICONS[state]
  return (
    <Badge tone={state === 'running' ? 'ok' : 'neutral'}>
      <Icon aria-hidden size={12} /> {STATE_WORDS[state]}
    </Badge>
  )
}

type StatePanelProps = { experiment: Experiment; children?: ReactNode }

/** `children`: what can be done. */
export const StatePanel = ({ experiment, children }: StatePanelProps) => {
  const { state, verdict } = experiment
  return (
    <div className="max-w-[46rem] px-4 pt-4 pb-5 sm:px-5">
      <p data-state={state}>
        <strong className="block text-2xl leading-tight font-semibold tracking-tight text-balance">
          {whoSeesWhat(experiment)}
        </strong>
        {verdict && visitorsOf(verdict) > 0 && (
          <span className="mt-2 block text-lg leading-relaxed">
            What was found: {partsOf(verdict.sentence).finding}
          </span>
        )}
      </p>
      {children}
    </div>
  )
}
