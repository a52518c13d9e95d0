import '../../../no-eval.ts'
import type { StartRequest } from '@firsttouch/api/contract/experiments/life'
import { GOALS, type Goal } from '@firsttouch/api/contract/experiments/results'
import { zodResolver } from '@hookform/resolvers/zod'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '../../../ui/field.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import { readFailure } from '../../data/failures.ts'
import { useRead } from '../../data/use-read.ts'
import { InputField } from '../../pieces/form-fields.tsx'
import { fieldOf } from '../../pieces/use-checked-form.ts'
import { useSettled } from '../../pieces/use-settled.ts'
import { counted } from '../../words/format.ts'
import { type FormProps, StepForm, useStep } from '../steps/step-form.tsx'
import { wordsOf } from '../steps/steps.ts'
import { goalName } from '../words.ts'
import { firstShares, planQuestion, type StartFields, startFields, sumInWords } from './start-fields.ts'

export const StartForm = ({ experiment, onClose, onDone }: FormProps) => {
  const { name, variants } = experiment
  const step = useStep<Omit<StartRequest, 'version'>>('start', experiment, onDone)
  const [goal, choose] = useState<Goal>('any')
  /** `minimumEffect` is the smallest effect that the traffic of the last weeks can detect. */
  const { baselineRate = null, minimumEffect } = useRead('plan', { id: name, query: { goal } }).data ?? {}
  const [shares] = useState(() => firstShares(experiment))
  const form = useForm({
    resolver: zodResolver(startFields),
    values: { rate: baselineRate === null ? '' : ofHundred(baselineRate), effect: '', shares, reason: '' },
    // Another goal brings another baseline rate. Keep the fields that the user has already changed.
    resetOptions: { keepDirtyValues: true },
  })
  const fields = form.watch()
  const { isWhole, words } = sumInWords(variants.map(variant => fields.shares[variant.name] ?? ''))
  const { action, happens } = wordsOf('start', experiment)
  const atLeast =
    baselineRate !== null && minimumEffect
      ? ` Eight weeks of your traffic are enough to find ${ofHundred(minimumEffect)} or more.`
      : ''
  return (
    <StepForm
      step={step}
      happens={happens}
      reason={() => fieldOf(form, 'reason')}
      label={action}
      onSubmit={form.handleSubmit(
        start => step.send({ ...start, goal }),
        errors => 'sum' in errors && form.setFocus(`shares.${variants[0]?.name}`),
      )}
      onClose={onClose}
    >
      <div className="mt-5 grid gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid content-start gap-5 sm:grid-cols-2">
          <fieldset className="sm:col-span-2">
            <legend className="mb-1.5 font-semibold">
              How many of every 100 new visitors see each variant?
            </legend>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {variants.map(({ name, label }) => (
                <InputField
                  key={name}
                  label={label}
                  inputClass="max-w-24"
                  {...{ ...NUMBER, ...fieldOf(form, `shares.${name}`) }}
                />
              ))}
            </div>
            <p
              role="status"
              className={clsx('mt-2 text-sm', isWhole ? 'text-muted' : 'font-medium text-danger')}
            >
              {words}
            </p>
          </fieldset>
          <Field
            label="What is the goal?"
            hint="A visitor who does this counts as converted"
            className="sm:col-span-2"
          >
            {control => (
              <Select {...control} value={goal} onChange={event => choose(event.target.value as Goal)}>
                <Options of={GOALS.map(one => [one, goalName(one)])} />
              </Select>
            )}
          </Field>
          <InputField
            label="How many of every 100 visitors convert today?"
            hint={`The original's rate, ${baselineRate === null ? 'or your best estimate' : 'as measured in the last 4 weeks'}`}
            {...{ ...NUMBER, ...fieldOf(form, 'rate') }}
          />
          <InputField
            label="How many more would be worth finding?"
            hint={`The smallest difference per 100 visitors that would make you switch variants.${atLeast}`}
            {...{ ...NUMBER, ...fieldOf(form, 'effect') }}
          />
        </div>
        <PlanAnswer id={name} fields={fields} goal={goal} />
      </div>
    </StepForm>
  )
}

const NUMBER = { required: true, inputMode: 'decimal' } as const

const ofHundred = (fraction: number): string => String(Number((fraction * 100).toFixed(2)))

/** Debounces the fields. The previous answer stays while the user types. */
export const PlanAnswer = ({ id, fields, goal }: { id: string; fields: StartFields; goal: Goal }) => {
  const typed = JSON.stringify(planQuestion(fields, goal))
  const query = JSON.parse(useSettled(typed)) as Record<string, string> | null
  const { data, error } = useRead('plan', query && { id, query })
  return (
    <div role="status" className="self-start rounded-md bg-sunken px-4 py-3.5">
      {!query ? (
        'Fill in both numbers to see how many visitors and days the test needs.'
      ) : error ? (
        readFailure(error)
      ) : !data?.plannedVisitors ? (
        'Working it out…'
      ) : (
        <>
          <p className="text-xs text-muted">This needs</p>
          <p className="text-xl font-semibold tracking-tight tabular-nums">
            {counted(data.plannedVisitors, 'visitors')}
            <span className="block">{data.time}</span>
          </p>
          {data.dailyVisitors >= 1 && (
            <p className="mt-1 text-muted">
              At {counted(Math.round(data.dailyVisitors), 'visitors')} a day, as in the last 4 weeks.
            </p>
          )}
          <p className="mt-2 text-muted">
            If there is a difference of this size, 4 of 5 such tests find it. If there is none, at most 1 of
            20 reports one, however often you look.
          </p>
        </>
      )}
    </div>
  )
}
