import {
  type ConversionRules,
  type ConversionSettings,
  conversionRules,
} from '@firsttouch/api/contract/conversions/settings'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { useCheckedForm } from '../pieces/use-checked-form.ts'
import { KIND_NAMES } from './words.ts'

type RulesFormProps = { settings: ConversionSettings; onDone: () => void }

export const RulesForm = ({ settings: { rules, currency }, onDone }: RulesFormProps) => {
  const { register, formState, handleSubmit } = useCheckedForm(conversionRules, { rules })
  const save = useAdminWrite<ConversionRules>({
    call: body => ({ method: 'PATCH', path: 'conversions', body }),
    changes: 'conversions',
    failure: 'Failed to change the conversions',
    onSaved: () => {
      toast({ title: 'Conversions Changed', description: 'The next file is written so.' })
      onDone()
    },
  })
  return (
    <form noValidate className="space-y-5 p-4 sm:p-5" onSubmit={handleSubmit(values => save.mutate(values))}>
      {rules.map(({ kind }, at) => {
        const errors = formState.errors.rules?.[at]
        const label = KIND_NAMES[kind]
        return (
          <fieldset key={kind} className="flex flex-wrap items-start gap-x-4 gap-y-3">
            <legend className="sr-only">{label}</legend>
            <Checkbox label={label} className="basis-52 sm:mt-8" {...register(`rules.${at}.isOffered`)} />
            <Field
              label="Name of the conversion action there"
              error={errors?.name?.message}
              className="min-w-0 grow basis-64"
            >
              {control => <Input {...control} {...register(`rules.${at}.name`)} />}
            </Field>
            <Field
              label={`Value in ${currency}`}
              optional
              error={errors?.value?.message}
              className="min-w-0 basis-40"
            >
              {control => <Input {...control} {...register(`rules.${at}.value`)} inputMode="decimal" />}
            </Field>
          </fieldset>
        )
      })}
      <Button variant="primary" type="submit" disabled={save.isPending}>
        {save.isPending ? 'Saving...' : 'Save Conversions'}
      </Button>
    </form>
  )
}
