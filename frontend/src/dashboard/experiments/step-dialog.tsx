/** The dialog of each step: what will happen, the reason, and what only a start or an end asks. */
import { type Experiment, type Step, stepRequest } from '@firsttouch/api/contract/experiments/life'
import { notKnown } from '@firsttouch/api/contract/experiments/not-known'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { Dialog } from '../../ui/dialog.tsx'
import { useCheckedForm } from '../pieces/use-checked-form.ts'
import { isControl } from './life/state-words.ts'
import { type FormProps, StepForm } from './life/step-form.tsx'
import { consequencesOf, endLabel, wordsOf } from './life/steps.ts'
import { useStep } from './life/use-step.ts'
import { StartForm } from './start/start-form.tsx'

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
  const { seen } = inHand
  const winner = experiment.verdict?.winner ?? experiment.variants[0]?.name ?? ''
  const form = useCheckedForm(fields, { reason: '', winner })
  const shown = form.watch('winner')
  const ends = step === 'end'
  // The control has won only where the verdict says so.
  const to = isControl(seen, shown) && seen.verdict?.state !== 'control' ? null : shown
  return (
    <StepForm
      step={inHand}
      happens={consequencesOf(step, seen, to)}
      unknown={ends ? notKnown(seen, seen.verdict, shown) : ''}
      reason={form.register('reason')}
      error={form.formState.errors.reason?.message}
      label={ends ? endLabel(seen, to) : wordsOf(step, seen).action}
      onSubmit={form.handleSubmit(({ reason }) => inHand.send({ reason, ...(ends && { winner: to }) }))}
      onClose={onClose}
    >
      {ends && <Winners experiment={seen} register={form.register('winner')} />}
    </StepForm>
  )
}

const Winners = ({ experiment, register }: { experiment: Experiment; register: UseFormRegisterReturn }) => (
  <fieldset className="mt-4">
    <legend className="mb-1.5 font-semibold">What does everyone see from then on?</legend>
    <div className="grid gap-1">
      {experiment.variants.map(({ name, label }) => (
        <label key={name} className="dashboard-target flex cursor-pointer items-center gap-2.5 py-1">
          <input type="radio" value={name} className="size-(--checkbox) shrink-0 accent-ink" {...register} />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
)
