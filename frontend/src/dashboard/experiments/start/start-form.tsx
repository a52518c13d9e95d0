/** Starts a test, or another run of it: who sees what, what counts, the effect worth finding and the size that follows. */
import '../../../no-eval.ts'
import type { StartRequest } from '@firsttouch/api/contract/experiments/life'
import { GOALS, type Goal, type PlanAnswer as Plan } from '@firsttouch/api/contract/experiments/results'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import { useRead } from '../../data/use-read.ts'
import { Loaded } from '../../pieces/loaded.tsx'
import { type FormProps, StepForm } from '../steps/step-form.tsx'
import { wordsOf } from '../steps/steps.ts'
import { useStep } from '../steps/use-step.ts'
import { goalName } from '../words.ts'
import { PlanAnswer } from './plan-answer.tsx'
import { firstShares, type StartFields, startFields, sumInWords } from './start-fields.ts'

export const StartForm = (props: FormProps) => {
  const [goal, choose] = useState<Goal>('any')
  const proposed = useRead('plan', { id: props.experiment.name, query: { goal } })
  return (
    <Loaded query={proposed} what="plan" bare skeleton="mt-4 h-96">
      {plan => <Fields {...props} proposed={plan} goal={goal} onGoal={choose} />}
    </Loaded>
  )
}

type FieldsProps = FormProps & {
  /** What the last weeks' traffic can find with this goal. */
  proposed: Plan
  goal: Goal
  onGoal: (goal: Goal) => void
}

const Fields = ({ experiment, proposed, goal, onGoal, onClose, onDone }: FieldsProps) => {
  const inHand = useStep<Omit<StartRequest, 'version'>>('start', experiment, onDone)
  const [shares] = useState(() => firstShares(experiment))
  const { baselineRate, minimumEffect } = proposed
  const form = useForm({
    resolver: zodResolver(startFields),
    values: {
      rate: baselineRate === null ? '' : ofHundred(baselineRate),
      effect: '',
      shares,
      reason: '',
    },
    // Another goal proposes another rate. Typed values stay.
    resetOptions: { keepDirtyValues: true },
  })
  const { register } = form
  const { action, happens } = wordsOf('start', experiment)
  const { errors } = form.formState
  const fields = form.watch()
  return (
    <StepForm
      step={inHand}
      shown={experiment.shown}
      happens={happens(experiment, '')}
      reason={register('reason')}
      error={errors.reason?.message}
      label={action}
      onSubmit={form.handleSubmit(start => inHand.send({ ...start, goal }))}
      onClose={onClose}
    >
      <div className="mt-5 grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid content-start gap-6">
          <ShareInputs experiment={experiment} typed={fields.shares} register={register} errors={errors} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="What is the goal?" hint="What counts as converted" className="sm:col-span-2">
              {control => (
                <Select {...control} value={goal} onChange={event => onGoal(event.target.value as Goal)}>
                  <Options of={GOALS.map(one => [one, goalName(one)])} />
                </Select>
              )}
            </Field>
            <Field
              label="How many of every 100 visitors convert today?"
              hint={
                baselineRate === null
                  ? "The original's rate, as far as it is known"
                  : "The original's rate, as measured"
              }
              error={errors.rate?.message}
            >
              {control => <Input {...control} {...register('rate')} required inputMode="decimal" />}
            </Field>
            <Field
              label="How many more would be worth finding?"
              hint={`In every 100: the smallest difference that would make you switch${baselineRate === null ? '' : `. With your traffic at least ${ofHundred(minimumEffect)}`}`}
              error={errors.effect?.message}
            >
              {control => <Input {...control} {...register('effect')} required inputMode="decimal" />}
            </Field>
          </div>
        </div>
        <PlanAnswer id={experiment.name} fields={fields} goal={goal} />
      </div>
    </StepForm>
  )
}

const ofHundred = (fraction: number): string => String(Number((fraction * 100).toFixed(2)))

type ShareInputsProps = Pick<FormProps, 'experiment'> & {
  typed: StartFields['shares']
  register: UseFormRegister<StartFields>
  errors: FieldErrors<StartFields>
}

/** A share for each variant, with their sum as it is typed. */
const ShareInputs = ({ experiment, typed, register, errors }: ShareInputsProps) => {
  const { isWhole, words } = sumInWords(experiment.variants.map(({ name }) => typed[name] ?? ''))
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Of every 100 new visitors, how many see which variant?</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {experiment.variants.map(({ name, label }) => (
          <Field key={name} label={label} error={errors.shares?.[name]?.message}>
            {control => (
              <Input
                {...control}
                {...register(`shares.${name}`)}
                required
                inputMode="decimal"
                className="max-w-24"
              />
            )}
          </Field>
        ))}
      </div>
      <p
        role="status"
        className={isWhole ? 'mt-2 text-sm text-muted' : 'mt-2 text-sm font-medium text-danger'}
      >
        {words}
      </p>
    </fieldset>
  )
}
