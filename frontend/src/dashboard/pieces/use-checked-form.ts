import '../../no-eval.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'

export type Registered = UseFormRegisterReturn & { error: string | undefined }

export const useCheckedForm = <Typed extends FieldValues, Accepted extends FieldValues>(
  schema: z.ZodType<Accepted, Typed>,
  defaultValues: DefaultValues<Typed>,
): UseFormReturn<Typed, unknown, Accepted> =>
  useForm<Typed, unknown, Accepted>({ resolver: zodResolver(schema), defaultValues })

/** Call this for each field in the form's order, because an error focuses the field that was registered first. */
export const fieldOf = <Typed extends FieldValues, Accepted>(
  { register, formState: { errors } }: UseFormReturn<Typed, unknown, Accepted>,
  name: Path<Typed>,
): Registered => {
  const error: FieldError | undefined = get(errors, name)
  return { ...register(name), error: error?.message }
}
