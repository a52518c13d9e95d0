import { GOALS } from '@firsttouch/api/contract/experiments/goal'
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import { goalName } from '../goal-words.ts'
import { VariantMark } from '../variant-mark.tsx'
import { sumInWords, sumOf } from './shares.ts'
import type { StartFields } from './start-fields.ts'

type InputsProps = { register: UseFormRegister<StartFields>; errors: FieldErrors<StartFields> }

/** A share for each variant, with their sum as it is typed. */
export const ShareInputs = ({
  experiment,
  typed,
  register,
  errors,
}: InputsProps & { experiment: Experiment; typed: StartFields['shares'] }) => {
  const sum = sumOf(experiment.variants.map(({ name }) => typed[name] ?? ''))
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Of every 100 new visitors, how many see which version?</legend>
      <div className="grid gap-2">
        {experiment.variants.map(({ name, label }, at) => (
          <Field
            key={name}
            label={
              <>
                <VariantMark at={at} /> {label}
              </>
            }
            error={errors.shares?.[name]?.message}
            className="share-field"
          >
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
        className={sum === 100 ? 'mt-2 text-sm text-muted' : 'mt-2 text-sm font-medium text-danger'}
      >
        {sumInWords(sum)}
      </p>
    </fieldset>
  )
}

export const PlanInputs = ({ register, errors, isMeasured }: InputsProps & { isMeasured: boolean }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <Field label="What is the goal?" hint="What counts as converted" className="sm:col-span-2">
      {control => (
        <Select {...control} {...register('goal')}>
          <Options of={GOALS.map(goal => [goal, goalName(goal)])} />
        </Select>
      )}
    </Field>
    <Field
      label="How many of every 100 visitors convert today?"
      hint={isMeasured ? "The original's rate, as measured" : "The original's rate, as far as it is known"}
      error={errors.rate?.message}
    >
      {control => <Input {...control} {...register('rate')} required inputMode="decimal" />}
    </Field>
    <Field
      label="How many more would be worth finding?"
      hint="In every 100: the smallest difference that would make you switch"
      error={errors.effect?.message}
    >
      {control => <Input {...control} {...register('effect')} required inputMode="decimal" />}
    </Field>
  </div>
)
