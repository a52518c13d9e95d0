import type { ConversionKind } from '@firsttouch/api/contract/conversions/kinds'
import {
  type ConversionRules,
  type ConversionSettings,
  conversionRules,
} from '@firsttouch/api/contract/conversions/settings'
import { Checkbox } from '../../ui/checkbox.tsx'
import { toast } from '../../ui/toast.ts'
import { useMay } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { InputField, Submit } from '../pieces/form-fields.tsx'
import { fieldOf, useCheckedForm } from '../pieces/use-checked-form.ts'

const KIND_NAMES: Record<ConversionKind, string> = {
  qualified: 'Lead set to qualified',
  closed: 'Lead set to closed',
  onboarding: 'Onboarding sent',
}

export const RulesForm = ({ settings: { rules, currency } }: { settings: ConversionSettings }) => {
  const may = useMay('owner')
  const form = useCheckedForm(conversionRules, { rules })
  const save = useAdminWrite<ConversionRules>({
    call: body => ({ method: 'PATCH', path: 'conversions', body }),
    changes: 'conversions',
    failure: 'Failed to change the conversion settings',
    onSaved: () =>
      toast({ title: 'Conversion settings changed', description: 'Applies from the next export.' }),
  })
  return (
    <form
      noValidate
      className="space-y-5 p-4 sm:p-5"
      onSubmit={form.handleSubmit(values => save.mutate(values))}
    >
      {rules.map(({ kind }, at) => {
        const label = KIND_NAMES[kind]
        return (
          <fieldset key={kind} disabled={!may} className="flex flex-wrap items-start gap-x-4 gap-y-3">
            <legend className="sr-only">{label}</legend>
            <Checkbox
              label={label}
              className="basis-52 sm:mt-8"
              {...form.register(`rules.${at}.isOffered`)}
            />
            <InputField
              label="Name of the conversion action in the platform"
              className="min-w-0 grow basis-64"
              {...fieldOf(form, `rules.${at}.name`)}
            />
            <InputField
              label={`Value in ${currency}`}
              optional
              className="min-w-0 basis-40"
              inputMode="decimal"
              {...fieldOf(form, `rules.${at}.value`)}
            />
          </fieldset>
        )
      })}
      <Submit needs="owner" words="Save conversions" working="Saving..." isWorking={save.isPending} />
    </form>
  )
}
