/** The form of every step: what will happen, what is not known, the reason, and what to do when the step is refused. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { type FormEventHandler, type ReactNode, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Button } from '../../pieces/button.tsx'
import { whoSeesWhat } from './state-words.ts'
import type { StepInHand } from './use-step.ts'

export type FormProps = { experiment: Experiment; onClose: () => void; onDone: () => void }

type StepFormProps = {
  step: StepInHand
  /** The fields of this step alone. */
  children?: ReactNode
  happens: readonly string[]
  /** Where a step goes against the verdict's advice. */
  unknown?: string
  reason: UseFormRegisterReturn
  error: string | undefined
  /** Of the button that takes the step. */
  label: string
  onSubmit: FormEventHandler
  onClose: () => void
}

export const StepForm = (props: StepFormProps) => {
  const { step, children, happens, unknown, reason, error, label, onSubmit, onClose } = props
  return (
    <form noValidate onSubmit={onSubmit}>
      {children}
      <Sentences title="What will happen" sentences={happens} />
      {unknown && (
        <div
          role="status"
          className="mt-4 rounded-md border border-[var(--warn)]/50 bg-[var(--warn-surface)] px-4 pb-3"
        >
          <Sentences title="What is not known yet" sentences={[`“${unknown}”`]} />
          <p className="mt-2 text-sm">It can be done all the same. This sentence is kept in the history.</p>
        </div>
      )}
      <Field className="mt-5" label="Why?" hint="Colleagues read it in the history of the test" error={error}>
        {control => <Textarea {...control} {...reason} required rows={2} />}
      </Field>
      <Refused step={step} />
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="primary" type="submit" disabled={step.isWorking || !step.isPossible}>
          {step.isWorking ? 'Working...' : label}
        </Button>
        <Button onClick={onClose}>{step.isPossible ? 'Cancel' : 'Close'}</Button>
      </div>
    </form>
  )
}

const Sentences = ({ title, sentences }: { title: string; sentences: readonly string[] }) => {
  const id = useId()
  return (
    <>
      <h3 id={id} className="mt-4 font-semibold">
        {title}
      </h3>
      <ul aria-labelledby={id} className="mt-1.5 list-disc space-y-1.5 pl-5">
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  )
}

/** Nothing typed is lost: the fields stay, and the present state comes when it is asked for. */
const Refused = ({ step: { refusal, lookAgain, isLooking, isPossible, seen } }: { step: StepInHand }) => (
  <div role="alert">
    {refusal && (
      <div className="mt-4 flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border border-danger/45 bg-danger-surface px-4 py-3">
        <div className="flex min-w-0 flex-1 basis-56 gap-3">
          <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-danger" />
          <p className="min-w-0">{refusal.sentence}</p>
        </div>
        {refusal.isOld && (
          <Button disabled={isLooking} onClick={lookAgain}>
            <RotateCw aria-hidden size={14} /> {isLooking ? 'Looking...' : 'Look again'}
          </Button>
        )}
      </div>
    )}
    {!refusal && !isPossible && (
      <p className="mt-4 rounded-md bg-sunken px-4 py-3">
        {whoSeesWhat(seen)} This step is no longer possible.
      </p>
    )}
  </div>
)
