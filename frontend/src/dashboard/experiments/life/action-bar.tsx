/** The steps that the state of a test allows, as buttons. The one that is due comes first and stands out. */
import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import { Archive, CircleCheck, FlaskConical, Pause, Play, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../pieces/button.tsx'
import { adviceOn } from '../verdict/advice.ts'
import { endLabel, wordsOf } from './steps.ts'

const ICONS: Readonly<Record<Step, typeof Play>> = {
  start: FlaskConical,
  pause: Pause,
  resume: Play,
  end: CircleCheck,
  reopen: RotateCcw,
  archive: Archive,
}

type ActionBarProps = {
  experiment: Experiment
  onStep: (step: Step) => void
  /** Other buttons. */
  children?: ReactNode
}

export const ActionBar = ({ experiment, onStep, children }: ActionBarProps) => (
  <div className="mt-4 flex flex-wrap items-center gap-2">
    {buttonsOf(experiment).map(({ step, label, isDue }) => {
      const Icon = ICONS[step]
      return (
        <Button
          key={step}
          needs="staff"
          variant={isDue ? 'primary' : 'ghost'}
          size={isDue ? 'md' : 'sm'}
          onClick={() => onStep(step)}
        >
          <Icon aria-hidden size={15} /> {label}
        </Button>
      )
    })}
    {children}
  </div>
)

/** An end that the verdict advises says whom everyone sees then. */
export const buttonsOf = (experiment: Experiment) => {
  const due = dueStep(experiment)
  const winner = experiment.verdict?.winner ?? null
  return experiment.steps
    .map(step => ({
      step,
      label:
        step === 'end' && step === due
          ? endLabel(experiment, winner)
          : `${wordsOf(step, experiment).action}…`,
      isDue: step === due,
    }))
    .sort((a, b) => Number(b.isDue) - Number(a.isDue))
}

/** Undefined where the verdict says to wait. */
const dueStep = ({ state, verdict }: Experiment): Step | undefined => {
  if (state === 'planned') return 'start'
  if (state === 'paused') return 'resume'
  const tone = state === 'running' && verdict ? adviceOn(verdict).tone : 'wait'
  return tone === 'act' || tone === 'choose' ? 'end' : undefined
}
