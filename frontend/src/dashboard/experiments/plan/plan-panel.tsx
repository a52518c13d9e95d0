/** Plans the next run: from today's rate and the difference worth having to the visitors and days that it takes. */
import type { Verdict } from '@firsttouch/api/contract/experiments/results'
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import type { FieldErrors, UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { conversionName } from '../../words/variant-names.ts'
import { PlanAnswerText } from './plan-answer.tsx'
import type { PlanFields } from './plan-fields.ts'
import { StartDialog } from './start-dialog.tsx'
import { usePlanForm } from './use-plan-form.ts'

type Errors = { errors: FieldErrors<PlanFields> }
type PlanPanelProps = { verdict: Verdict; onDone: () => void }

export const PlanPanel = ({ verdict, onDone }: PlanPanelProps) => {
  const { register, errors, answer, proposed, submit, cancel, confirm, isWorking } = usePlanForm({
    testName: verdict.testName,
    rate: verdict.difference === null ? null : (verdict.arms[0]?.rate ?? null),
    onStarted: onDone,
  })
  return (
    <form
      noValidate
      aria-label="Plan a new run"
      onSubmit={submit}
      className="grid gap-x-10 gap-y-5 border-t border-line px-4 py-5 sm:px-5 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="grid content-start gap-5 sm:grid-cols-2">
        <PlanFieldset register={register} errors={errors} />
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          <Button type="submit" size="sm">
            Start a new run…
          </Button>
          <Button variant="ghost" size="sm" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
      <PlanAnswerText answer={answer} />
      {proposed && (
        <StartDialog
          verdict={verdict}
          plannedVisitors={answer.data?.plannedVisitors ?? null}
          isWorking={isWorking}
          onConfirm={confirm}
          onClose={cancel}
        />
      )}
    </form>
  )
}

const PlanFieldset = ({ register, errors }: Pick<UseFormReturn<PlanFields>, 'register'> & Errors) => (
  <>
    <Field
      label="How many of every 100 visitors convert today?"
      hint="The original's rate, as far as it is known"
      error={errors.rate?.message}
    >
      {control => <Input {...control} {...register('rate')} required autoFocus inputMode="decimal" />}
    </Field>
    <Field
      label="How many more would be worth having?"
      hint="In every 100: the smallest difference that would make you switch"
      error={errors.effect?.message}
    >
      {control => <Input {...control} {...register('effect')} required inputMode="decimal" />}
    </Field>
    <fieldset className="sm:col-span-2">
      <legend className="mb-1.5 text-sm font-semibold">What counts as a conversion?</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {CONVERSION_TYPES.map(type => (
          <Checkbox key={type} label={conversionName(type)} value={type} {...register('types')} />
        ))}
      </div>
      {errors.types && (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {errors.types.message}
        </p>
      )}
    </fieldset>
  </>
)
