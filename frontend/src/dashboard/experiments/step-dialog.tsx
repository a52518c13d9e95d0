import { type Step, stepRequest } from '@firsttouch/api/contract/experiments/life'
import { z } from 'zod'
import { Dialog } from '../../ui/dialog.tsx'
import { fieldOf, useCheckedForm } from '../pieces/use-checked-form.ts'
import { StartForm } from './start/start-form.tsx'
import { type FormProps, StepForm, useStep } from './steps/step-form.tsx'
import { endLabel, proposedWinner, wordsOf } from './steps/steps.ts'

type StepDialogProps = FormProps & { step: Step }

export const StepDialog = ({ step, ...form }: StepDialogProps) => {
  const starts = step === 'start'
  return (
    <Dialog
      open
      onClose={form.onClose}
      title={`${wordsOf(step, form.experiment).action}?`}
      description={starts && form.experiment.title}
      className={starts ? 'sm:max-w-3xl' : 'sm:max-w-xl'}
    >
      {starts ? <StartForm {...form} /> : <OtherForm {...form} step={step} />}
    </Dialog>
  )
}

const fields = z.object({ reason: stepRequest.shape.reason, winner: z.string() })

const OtherForm = ({ step, experiment, onClose, onDone }: StepDialogProps) => {
  const inHand = useStep<{ reason: string; winner?: string | null }>(step, experiment, onDone)
  const form = useCheckedForm(fields, { reason: '', winner: proposedWinner(experiment) })
  const winner = form.watch('winner')
  const ends = step === 'end'
  const { action, happens } = wordsOf(step, experiment, winner)
  // If staff keep the control but the verdict is not `control`, the test ends without a winner.
  const isWinner = winner !== experiment.variants[0]?.name || experiment.verdict?.state === 'control'
  return (
    <StepForm
      step={inHand}
      happens={happens}
      unknown={(ends && experiment.variants.find(({ name }) => name === winner)?.unknown) || ''}
      reason={() => fieldOf(form, 'reason')}
      label={ends ? endLabel(experiment, winner) : action}
      onSubmit={form.handleSubmit(({ reason }) =>
        inHand.send({ reason, ...(ends && { winner: isWinner ? winner : null }) }),
      )}
      onClose={onClose}
    >
      {ends && (
        <fieldset className="mt-4">
          <legend className="mb-1.5 font-semibold">What should everyone see after the test?</legend>
          {experiment.variants.map(({ name, label }) => (
            <label key={name} className="dashboard-target flex cursor-pointer items-center gap-2.5 py-1.5">
              <input
                type="radio"
                value={name}
                className="size-(--checkbox) shrink-0 accent-ink"
                {...form.register('winner')}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </StepForm>
  )
}
