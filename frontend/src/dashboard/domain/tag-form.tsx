import { newTagHost } from '@firsttouch/api/contract/tag'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Button } from '../pieces/button.tsx'
import { useCheckedForm } from '../pieces/use-checked-form.ts'
import { useTagHosts } from './use-tag-hosts.ts'

export const TagForm = ({ hosts }: { hosts: readonly string[] }) => {
  const form = useCheckedForm(newTagHost, { host: '' })
  const { save, isSaving } = useTagHosts(() => form.reset())
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={form.handleSubmit(({ host }) => save([...hosts, host]))}
    >
      <Field
        label="Host of a page elsewhere"
        hint="For example shop.example.com. Events of other hosts are refused."
        error={form.formState.errors.host?.message}
        className="min-w-0 grow basis-72"
      >
        {control => <Input {...control} {...form.register('host')} inputMode="url" spellCheck={false} />}
      </Field>
      <Button needs="owner" variant="primary" type="submit" className="sm:mt-6.5" disabled={isSaving}>
        {isSaving ? 'Allowing...' : 'Allow host'}
      </Button>
    </form>
  )
}
