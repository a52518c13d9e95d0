import type { z } from 'zod'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Submit, TextareaField } from './form-fields.tsx'
import { fieldOf, useCheckedForm } from './use-checked-form.ts'

type Lines = Record<string, string>
type LinesFormProps = {
  name: string
  schema: z.ZodType<Lines, Lines>
  path: string
  current: string
  label: string
  hint: string
  onDone: () => void
}

export const LinesForm = ({ name, schema, path, current, label, hint, onDone }: LinesFormProps) => {
  const form = useCheckedForm(schema, { [name]: current })
  const save = useAdminWrite<Lines>({
    call: body => ({ method: 'PUT', path, body }),
    changes: 'domain-config',
    failure: `Failed to save the ${name}`,
    onSaved: () => {
      toast({ title: `${label} saved`, description: 'Applies to visits from now on.' })
      onDone()
    },
  })
  return (
    <form
      noValidate
      className="grid gap-3 px-4 pb-4 sm:px-5"
      onSubmit={form.handleSubmit(values => save.mutate(values))}
    >
      <TextareaField
        {...{ label, hint }}
        autoFocus
        spellCheck={false}
        inputClass="font-mono"
        {...fieldOf(form, name)}
      />
      <div>
        <Submit words={`Save ${name}`} working="Saving..." isWorking={save.isPending} />
      </div>
    </form>
  )
}
