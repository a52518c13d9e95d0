import '../../no-eval.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'

export const useCheckedForm = <Typed extends FieldValues, Accepted extends FieldValues>(
  schema: z.ZodType<Accepted, Typed>,
  defaultValues: DefaultValues<Typed>,
): UseFormReturn<Typed, unknown, Accepted> =>
  useForm<Typed, unknown, Accepted>({ resolver: zodResolver(schema), defaultValues })
