/** Starts a test, or another run of it: who sees what, what counts, the effect worth finding and the size that follows. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type { PlanAnswer } from '@firsttouch/api/contract/experiments/results'
import { Dialog } from '../../../ui/dialog.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { useRead } from '../../data/use-read.ts'
import { Loaded } from '../../pieces/loaded.tsx'
import { Confirm, Happens, Reason, Refused } from '../life/step-form.tsx'
import { wordsOf } from '../life/step-words.ts'
import { PlanAnswerText } from './plan-answer.tsx'
import { PlanInputs, ShareInputs } from './start-inputs.tsx'
import { whatStarts } from './start-words.ts'
import { useStartForm } from './use-start-form.ts'

type StartDialogProps = { experiment: Experiment; onClose: () => void; onDone: () => void }

export const StartDialog = (props: StartDialogProps) => {
  const proposed = useRead('plan', { id: props.experiment.name, query: { goal: 'any' } })
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={wordsOf('start', props.experiment).title}
      description={props.experiment.title}
      className="sm:max-w-3xl"
    >
      <Loaded query={proposed} what="plan" bare skeleton="mt-4 h-96">
        {plan => <StartForm {...props} proposed={plan} />}
      </Loaded>
    </Dialog>
  )
}

const StartForm = ({
  experiment,
  proposed,
  onClose,
  onDone,
}: StartDialogProps & { proposed: PlanAnswer }) => {
  const { inHand, form, fields, answer, submit } = useStartForm({ experiment, proposed, onDone })
  const { register } = form
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={submit} className="mt-5">
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid content-start gap-6">
          <ShareInputs experiment={experiment} typed={fields.shares} register={register} errors={errors} />
          <PlanInputs register={register} errors={errors} isMeasured={proposed.baselineRate !== null} />
        </div>
        <PlanAnswerText answer={answer} />
      </div>
      <Happens sentences={whatStarts(inHand.seen)} />
      <Reason error={errors.reason?.message}>
        {control => <Textarea {...control} {...register('reason')} required rows={2} />}
      </Reason>
      <Refused step={inHand} />
      <Confirm step={inHand} label={wordsOf('start', inHand.seen).confirm} onClose={onClose} />
    </form>
  )
}
