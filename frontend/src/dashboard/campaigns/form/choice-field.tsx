import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../../ui/field.tsx'
import { Options, Select } from '../../../ui/select.tsx'
import { labelOf } from '../../words/labels.ts'
import { AD_ASSETS } from './catalogue.ts'

type ChoiceFieldProps = {
  label: string
  /** The words for "nothing chosen yet". */
  first: string
  values: readonly string[]
  error: string | undefined
  field: UseFormRegisterReturn
}

export const ChoiceField = ({ label, first, values, error, field }: ChoiceFieldProps) => (
  <Field label={label} error={error}>
    {control => (
      <Select {...control} {...field} required>
        <option value="">{first}</option>
        <Options of={labelled(values)} />
      </Select>
    )}
  </Field>
)

export const AdAssetField = ({ field }: { field: UseFormRegisterReturn }) => (
  <Field label="Ad Asset Description" optional>
    {control => (
      <Select {...control} {...field}>
        <option value="">None</option>
        {AD_ASSETS.map(({ group, names }) => (
          <optgroup key={group} label={group}>
            <Options of={labelled(names)} />
          </optgroup>
        ))}
      </Select>
    )}
  </Field>
)

const labelled = (values: readonly string[]) => values.map(value => [value, labelOf(value)] as const)
