import { Archive, CircleCheck, FlaskConical, Pause, Play, RotateCcw, SearchCheck } from 'lucide-react'
import { Button } from '../../pieces/button.tsx'
import type { Action, ActionKind } from './actions.ts'

const ICONS: Readonly<Record<ActionKind, typeof Play>> = {
  start: FlaskConical,
  pause: Pause,
  resume: Play,
  end: CircleCheck,
  reopen: RotateCcw,
  archive: Archive,
  look: SearchCheck,
}

type ActionButtonsProps = {
  actions: readonly Action[]
  /** Stands out. */
  first: ActionKind | undefined
  onAct: (action: Action) => void
}

export const ActionButtons = ({ actions, first, onAct }: ActionButtonsProps) =>
  actions.map(action => {
    const Icon = ICONS[action.kind]
    return (
      <Button
        key={action.kind}
        needs="staff"
        variant={action.kind === first ? 'primary' : 'ghost'}
        size={action.kind === first ? 'md' : 'sm'}
        onClick={() => onAct(action)}
      >
        <Icon aria-hidden size={15} /> {action.label}
      </Button>
    )
  })
