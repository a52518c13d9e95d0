/** A labelled text of several lines in a public form, over the form's whole width. */
import type { TextareaHTMLAttributes } from 'react'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  name: string
  label: string
  errors: Record<string, string>
  optional?: boolean
}

export const TextArea = ({ name, label, errors, optional = false, ...area }: TextAreaProps) => (
  <Field label={label} error={errors[name]} optional={optional} className="sm:col-span-2">
    {control => <Textarea maxLength={5000} {...control} {...area} name={name} required={!optional} />}
  </Field>
)
