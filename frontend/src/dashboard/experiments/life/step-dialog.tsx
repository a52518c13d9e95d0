/** Pause, go on, call back, archive, and end: what will happen, the reason, and for an end what everyone sees then. */
import { type Experiment, stepRequest } from '@firsttouch/api/contract/experiments/life'
import { notKnown } from '@firsttouch/api/contract/experiments/not-known'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { Dialog } from '../../../ui/dialog.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { useCheckedForm } from '../../pieces/use-checked-form.ts'
import type { Action } from './actions.ts'
import { consequencesOf } from './consequences.ts'
import { isControl } from './state-words.ts'
import { Confirm, Happens, NotKnown, Reason, Refused } from './step-form.tsx'
import { endLabel, wordsOf } from './step-words.ts'
import { useStep } from './use-step.ts'

type SimpleStep = 'pause' | 'resume' | 'end' | 'reopen' | 'archive'

type StepDialogProps = {
  step: SimpleStep
  experiment: Experiment
  /** Of an end: what the button named. */
  winner: Action['winner']
  onClose: () => void
  onDone: () => void
}

const fields = z.object({ reason: stepRequest.shape.reason, winner: z.string() })

export const StepDialog = ({ step, experiment, winner = null, onClose, onDone }: StepDialogProps) => {
  const inHand = useStep<{ reason: string; winner?: string | null }>({
    ...{ step, experiment, onDone },
    done: wordsOf(step, experiment).done,
  })
  const { seen } = inHand
  const words = wordsOf(step, seen)
  const form = useCheckedForm(fields, {
    reason: '',
    winner: winner ?? experiment.variants[0]?.name ?? '',
  })
  const shown = form.watch('winner')
  const ends = step === 'end'
  const to = ends ? winnerOf(seen, shown) : null
  return (
    <Dialog open onClose={onClose} title={words.title} className="sm:max-w-xl">
      <form
        noValidate
        onSubmit={form.handleSubmit(({ reason }) => inHand.send({ reason, ...(ends && { winner: to }) }))}
      >
        {ends && <Winners experiment={seen} register={form.register('winner')} />}
        <Happens sentences={consequencesOf(step, seen, to)} />
        {ends && <NotKnown sentence={notKnown(seen, seen.verdict, shown)} />}
        <Reason error={form.formState.errors.reason?.message}>
          {control => <Textarea {...control} {...form.register('reason')} required rows={2} />}
        </Reason>
        <Refused step={inHand} />
        <Confirm step={inHand} label={ends ? endLabel(seen, to) : words.confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** The control has won only where the verdict says so. */
const winnerOf = (experiment: Experiment, chosen: string): string | null =>
  isControl(experiment, chosen) && experiment.verdict?.state !== 'control' ? null : chosen

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
