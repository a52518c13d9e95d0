/** Pause, go on, call back, archive, and end: what will happen, the reason, and for an end what everyone sees then. */
import { type Experiment, stepRequest } from '@firsttouch/api/contract/experiments/life'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { Dialog } from '../../../ui/dialog.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { useCheckedForm } from '../../pieces/use-checked-form.ts'
import type { Action } from './actions.ts'
import { consequencesOf, unknownAtEnd } from './consequences.ts'
import { controlOf, labelIn } from './state-words.ts'
import { Confirm, Happens, NotKnown, Reason, Refused } from './step-form.tsx'
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
const CONTROL = ''

export const StepDialog = ({ step, experiment, winner = null, onClose, onDone }: StepDialogProps) => {
  const inHand = useStep<{ reason: string; winner?: string | null }>({
    ...{ step, experiment, onDone },
    done: DONE[step],
  })
  const { seen } = inHand
  const form = useCheckedForm(fields, { reason: '', winner: shownAs(experiment, winner) })
  const chosen = form.watch('winner')
  const ends = step === 'end'
  const to = ends ? winnerOf(seen, chosen) : null
  return (
    <Dialog open onClose={onClose} title={titleOf(step, seen)} className="sm:max-w-xl">
      <form
        noValidate
        onSubmit={form.handleSubmit(({ reason }) => inHand.send({ reason, ...(ends && { winner: to }) }))}
      >
        {ends && <Winners experiment={seen} register={form.register('winner')} />}
        <Happens sentences={consequencesOf(step, seen, to)} />
        {ends && <NotKnown sentences={unknownAtEnd(seen, to)} />}
        <Reason error={form.formState.errors.reason?.message}>
          {control => <Textarea {...control} {...form.register('reason')} required rows={2} />}
        </Reason>
        <Refused step={inHand} />
        <Confirm step={inHand} label={confirmOf(step, seen, to)} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** The form holds '' for the control, whether it won or nobody did. */
const shownAs = ({ variants }: Experiment, winner: string | null): string =>
  winner === null || winner === variants[0]?.name ? CONTROL : winner

/** The control has won only where the verdict says so. */
const winnerOf = ({ variants, verdict }: Experiment, chosen: string): string | null =>
  chosen !== CONTROL ? chosen : verdict?.state === 'control' ? (variants[0]?.name ?? null) : null

const Winners = ({ experiment, register }: { experiment: Experiment; register: UseFormRegisterReturn }) => (
  <fieldset className="mt-4">
    <legend className="mb-1.5 font-semibold">What does everyone see from then on?</legend>
    <div className="grid gap-1">
      {experiment.variants.map(({ name, label }, at) => (
        <label key={name} className="dashboard-target flex cursor-pointer items-center gap-2.5 py-1">
          <input
            type="radio"
            value={at === 0 ? CONTROL : name}
            className="size-(--checkbox) shrink-0 accent-ink"
            {...register}
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
)

const titleOf = (step: SimpleStep, experiment: Experiment): string => {
  switch (step) {
    case 'pause':
      return 'Pause the test?'
    case 'resume':
      return 'Go on with the test?'
    case 'end':
      return 'End the test?'
    case 'reopen':
      return experiment.state === 'archived' ? 'Take it out of the archive?' : 'Open the test again?'
    case 'archive':
      return 'Archive the test?'
  }
}

const confirmOf = (step: SimpleStep, experiment: Experiment, winner: string | null): string => {
  switch (step) {
    case 'pause':
      return 'Pause the test'
    case 'resume':
      return 'Go on with the test'
    case 'end':
      return winner === null || winner === experiment.variants[0]?.name
        ? `Keep ${controlOf(experiment)} and end the test`
        : `Show ${labelIn(experiment, winner)} to everyone and end the test`
    case 'reopen':
      return experiment.state === 'archived' ? 'Take it out' : 'Share visitors out again'
    case 'archive':
      return 'Archive the test'
  }
}

const DONE: Readonly<Record<SimpleStep, string>> = {
  pause: 'Test Paused',
  resume: 'Test Goes On',
  end: 'Test Ended',
  reopen: 'Test Opened Again',
  archive: 'Test Archived',
}
