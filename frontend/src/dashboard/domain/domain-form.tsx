import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Button } from '../pieces/button.tsx'
import { useDomainForm } from './use-domain-form.ts'

type DomainFormProps = { current: string; onDone: () => void }

export const DomainForm = ({ current, onDone }: DomainFormProps) => {
  const { register, error, isWorking, submit } = useDomainForm({ current, onDone })
  return (
    <form noValidate className="flex flex-wrap items-start gap-3 p-4 sm:p-5" onSubmit={submit}>
      <Field
        label="Website URL"
        hint="Include the protocol, for example https://www.example.com"
        error={error}
        className="min-w-0 grow basis-72"
      >
        {control => (
          <Input
            {...control}
            {...register('domain')}
            type="url"
            required
            autoFocus
            inputMode="url"
            spellCheck={false}
          />
        )}
      </Field>
      <Button variant="primary" type="submit" className="sm:mt-6.5" disabled={isWorking}>
        {isWorking ? 'Updating...' : 'Update Domain'}
      </Button>
    </form>
  )
}
