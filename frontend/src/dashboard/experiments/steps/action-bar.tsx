/** The steps that the state of a test allows, as buttons. The one that is due comes first and stands out. */
import type { Experiment, Step } from '@firsttouch/api/contract/experiments/life'
import { Button } from '../../pieces/button.tsx'
import { endLabel, proposedWinner, wordsOf } from './steps.ts'

type ActionBarProps = { experiment: Experiment; onStep: (step: Step) => void }

export const ActionBar = ({ experiment, onStep }: ActionBarProps) => {
  const { steps, due } = experiment
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 print:hidden">
      {steps
        .toSorted((a, b) => Number(b === due) - Number(a === due))
        .map(step => {
          const { Icon, action } = wordsOf(step, experiment)
          const isDue = step === due
          return (
            <Button
              key={step}
              needs="staff"
              variant={isDue ? 'primary' : 'ghost'}
              size={isDue ? 'md' : 'sm'}
              onClick={() => onStep(step)}
            >
              <Icon aria-hidden size={15} />{' '}
              {isDue && step === 'end' ? endLabel(experiment, proposedWinner(experiment)) : `${action}…`}
            </Button>
          )
        })}
    </div>
  )
}
