import type { z } from 'zod'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from './button.tsx'
import { useCheckedForm } from './use-checked-form.ts'

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
      <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
        {control => (
          <Textarea
            {...control}
            {...form.register(name)}
            autoFocus
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <div>
        <Button variant="primary" type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : `Save ${name}`}
        </Button>
      </div>
    </form>
  )
}
