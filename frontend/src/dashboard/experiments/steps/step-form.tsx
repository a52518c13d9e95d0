/** The form for a step of a test, such as starting or ending it. */
import type { Experiment, ExperimentList, Step, StepRequest } from '@firsttouch/api/contract/experiments/life'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { FormEventHandler, ReactNode } from 'react'
import { toast } from '../../../ui/toast.ts'
import { isPasswordNeeded, writeFailure } from '../../data/failures.ts'
import { keyOf, queriesNamed } from '../../data/reads.ts'
import { useAdminWrite } from '../../data/writes.ts'
import { Button } from '../../pieces/button.tsx'
import { Submit, TextareaField } from '../../pieces/form-fields.tsx'
import type { Registered } from '../../pieces/use-checked-form.ts'
import { wordsOf } from './steps.ts'

export type FormProps = { experiment: Experiment; onClose: () => void; onDone: () => void }

/** After a version conflict, `experiment` gets the new version, so the user can send the step again. */
export const useStep = <Body extends Omit<StepRequest, 'version'>>(
  step: Step,
  experiment: Experiment,
  onDone: () => void,
) => {
  const client = useQueryClient()
  const { name, version } = experiment
  const { mutate, error, isPending } = useAdminWrite<Body, Experiment>({
    call: body => ({
      method: 'POST',
      path: `experiments/${encodeURIComponent(name)}/${step}`,
      body: { ...body, version },
    }),
    changes: 'experiments',
    failure: null,
    onSaved: answer => {
      client.setQueryData<ExperimentList>(
        keyOf('experimentList'),
        list => list && { experiments: list.experiments.map(one => (one.name === name ? answer : one)) },
      )
      toast({ title: wordsOf(step, experiment).done })
      onDone()
    },
  })
  return {
    send: (body: Body) =>
      mutate(body, { onError: () => client.invalidateQueries(queriesNamed('experimentList')) }),
    isWorking: isPending,
    refusal: error && !isPasswordNeeded(error) ? writeFailure(error) : '',
    isPossible: experiment.steps.includes(step),
    /** What visitors see at present. */
    shown: experiment.shown,
  }
}

type StepFormProps = {
  step: Omit<ReturnType<typeof useStep>, 'send'>
  children?: ReactNode
  happens: readonly string[]
  /** What is still unknown. Only set for a step against the verdict's advice. */
  unknown?: string
  /** Registers the reason's field. Call it last, because an error focuses the field that was registered first. */
  reason: () => Registered
  label: string
  onSubmit: FormEventHandler
  onClose: () => void
}

export const StepForm = (props: StepFormProps) => {
  const { step, children, happens, unknown, reason, label, onSubmit, onClose } = props
  const { refusal, isWorking, isPossible, shown } = step
  return (
    <form noValidate onSubmit={onSubmit}>
      {children}
      <h3 className="mt-4 font-semibold">What will happen</h3>
      <ul className="mt-1.5 list-disc space-y-1.5 pl-5">
        {happens.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {unknown && (
        <div
          role="status"
          className="mt-4 rounded-md border border-[var(--warn)]/50 bg-[var(--warn-surface)] px-4 py-3"
        >
          <h3 className="font-semibold">Warning</h3>
          <p className="mt-1">{unknown}</p>
          <p className="mt-2 text-sm">You can still go ahead. The history will show this warning.</p>
        </div>
      )}
      <TextareaField
        label="Why?"
        hint="Colleagues read it in the history of the test"
        className="mt-5"
        required
        rows={2}
        {...reason()}
      />
      <div role="alert" className="mt-4 empty:hidden">
        {refusal && (
          <p className="flex gap-3 rounded-md border border-danger/45 bg-danger-surface px-4 py-3">
            <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-danger" /> {refusal}
          </p>
        )}
        {!isPossible && (
          <p className="mt-2 rounded-md bg-sunken px-4 py-3">{shown} This step is no longer possible.</p>
        )}
      </div>
      <div className="mt-6 flex flex-wrap gap-2">
        <Submit words={label} working="Working..." isWorking={isWorking} disabled={!isPossible} />
        <Button onClick={onClose}>{isPossible ? 'Cancel' : 'Close'}</Button>
      </div>
    </form>
  )
}
