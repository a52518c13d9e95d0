import type { ExperimentState } from '@firsttouch/api/contract/experiments/life'
import { Archive, CalendarClock, CircleCheck, Pause, Play } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'
import { STATE_WORDS } from './state-words.ts'

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
