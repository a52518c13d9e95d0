/** A labelled line of text in a public form, with its error under it. */
import type { InputHTMLAttributes } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string
  label: string
  errors: Record<string, string>
  optional?: boolean
  hint?: string
}

/** Required unless it is optional; at most as long as most columns take, unless `maxLength` says otherwise. */
export const TextField = ({
  name,
  label,
  errors,
  optional = false,
  hint,
  className,
  ...input
}: TextFieldProps) => (
  <Field label={label} error={errors[name]} optional={optional} hint={hint} {...(className && { className })}>
    {control => <Input maxLength={255} {...control} {...input} name={name} required={!optional} />}
  </Field>
)

export const EmailField = (field: TextFieldProps) => (
  <TextField type="email" autoComplete="email" maxLength={254} {...field} />
)

export const PhoneField = (field: TextFieldProps) => (
  <TextField type="tel" autoComplete="tel" maxLength={50} {...field} />
)
