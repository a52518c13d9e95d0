/** Labelled fields of public forms. They are required by default. */
import type { InputHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { useFieldError } from './public-form.tsx'

type Labelled = { name: string; label: string; optional?: boolean }
type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & Labelled & { hint?: string }

/** The default maxLength is the length of most database columns. */
export const TextField = ({ name, label, optional = false, hint, className, ...input }: TextFieldProps) => (
  <Field
    label={label}
    error={useFieldError(name)}
    optional={optional}
    hint={hint}
    {...(className && { className })}
  >
    {control => <Input maxLength={255} {...control} {...input} name={name} required={!optional} />}
  </Field>
)

export const EmailField = (field: TextFieldProps) => (
  <TextField type="email" autoComplete="email" maxLength={254} {...field} />
)

export const PhoneField = (field: TextFieldProps) => (
  <TextField type="tel" autoComplete="tel" maxLength={50} {...field} />
)

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Labelled

export const TextArea = ({ name, label, optional = false, ...area }: TextAreaProps) => (
  <Field label={label} error={useFieldError(name)} optional={optional} className="sm:col-span-2">
    {control => <Textarea maxLength={5000} {...control} {...area} name={name} required={!optional} />}
  </Field>
)
