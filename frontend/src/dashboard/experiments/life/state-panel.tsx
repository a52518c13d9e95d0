/** How a test stands: in one word, and in place of the verdict while it does not run. */
import type { Experiment, ExperimentState } from '@firsttouch/api/contract/experiments/life'
import { Archive, CalendarClock, CircleCheck, Pause, Play } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { partsOf, visitorsOf } from '../verdict/advice.ts'
import { labelIn, STATE_WORDS } from './state-words.ts'

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

export const StatePanel = ({ experiment }: { experiment: Experiment }) => {
  const { finding, rest } = wordsOf(experiment)
  return (
    <p data-state={experiment.state} className="max-w-[46rem] px-4 pt-4 pb-5 sm:px-5">
      <strong className="block text-2xl leading-tight font-semibold tracking-tight text-balance">
        {finding}
      </strong>
      <span className="mt-2 block text-lg leading-relaxed">{rest}</span>
    </p>
  )
}

const wordsOf = (experiment: Experiment): { finding: string; rest: string } => {
  const { state, verdict, winner } = experiment
  const found =
    verdict && visitorsOf(verdict) > 0 ? `What was found: ${partsOf(verdict.sentence).finding}` : ''
  const shown = labelIn(experiment, winner)
  switch (state) {
    case 'planned':
      return {
        finding: 'Not started yet.',
        rest: `Everyone sees ${shown}. Nobody is counted until somebody starts the test.`,
      }
    case 'paused':
      return {
        finding: `Paused: everyone sees ${shown}.`,
        rest: `Nobody is counted until the test goes on; what was counted stays. ${found}`,
      }
    default:
      return {
        finding: `Everyone sees ${shown}.`,
        rest: `The test has ended${winner === null ? ' without a winner' : ''}${state === 'archived' ? ' and is archived' : ''}. ${found}`,
      }
  }
}
