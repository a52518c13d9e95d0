import type { ComponentProps } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { Button } from './button.tsx'

/** `className` styles the whole field. `inputClass` styles only the control in it. */
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

/** Shows `working` until the answer arrives. */
export const Submit = ({ words, working, isWorking, disabled, ...look }: SubmitProps) => (
  <Button variant="primary" type="submit" {...look} disabled={disabled || isWorking}>
    {isWorking ? working : words}
  </Button>
)
