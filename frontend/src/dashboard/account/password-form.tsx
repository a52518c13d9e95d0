import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Button } from '../pieces/button.tsx'
import { usePasswordChange } from './use-password-change.ts'

export const PasswordForm = ({ onDone }: { onDone: () => void }) => {
  const { register, errors, isWorking, submit } = usePasswordChange(onDone)
  return (
    <form noValidate className="mt-3 max-w-md space-y-4" onSubmit={submit}>
      <Field label="Current password" error={errors.current?.message}>
        {control => (
          <Input {...control} {...register('current')} type="password" autoComplete="current-password" />
        )}
      </Field>
      <Field
        label="New password"
        hint="At least 8 characters; 15 or more are better, such as four random words."
        error={errors.next?.message}
      >
        {control => <Input {...control} {...register('next')} type="password" autoComplete="new-password" />}
      </Field>
      <Button variant="primary" type="submit" disabled={isWorking}>
        {isWorking ? 'One moment...' : 'Change the password'}
      </Button>
    </form>
  )
}
