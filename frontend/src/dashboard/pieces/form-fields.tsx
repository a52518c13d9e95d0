/** A labelled input or textarea with its hint and error, and the button that sends a form. */
import type { ComponentProps } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Button } from './button.tsx'

/** `className` is the class of the whole field, `inputClass` of the control in it. */
type Words = Omit<ComponentProps<typeof Field>, 'children'> & { inputClass?: string }

export const InputField = ({
  inputClass,
  ...all
}: Words & Omit<ComponentProps<typeof Input>, 'className'>) => {
  const { label, error, hint, optional, className, ...input } = all
  return (
    <Field {...{ label, error, hint, optional, className }}>
      {control => <Input {...control} {...input} className={inputClass} />}
    </Field>
  )
}

export const TextareaField = ({
  inputClass,
  ...all
}: Words & Omit<ComponentProps<typeof Textarea>, 'className'>) => {
  const { label, error, hint, optional, className, ...area } = all
  return (
    <Field {...{ label, error, hint, optional, className }}>
      {control => <Textarea {...control} {...area} className={inputClass} />}
    </Field>
  )
}

type SubmitProps = ComponentProps<typeof Button> & { words: string; working: string; isWorking: boolean }

/** The button that sends a form. Until the answer arrives it shows `working`. */
export const Submit = ({ words, working, isWorking, disabled, ...look }: SubmitProps) => (
  <Button variant="primary" type="submit" {...look} disabled={disabled || isWorking}>
    {isWorking ? working : words}
  </Button>
)
