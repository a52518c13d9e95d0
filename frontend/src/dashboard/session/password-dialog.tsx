/** Asks for the password again before people's data is taken away or the domain changed. */
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { usePasswordNeeded } from './use-password-needed.ts'

export const PasswordDialog = () => {
  const { needed, dismiss, confirm } = usePasswordNeeded()
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate(password)
    setPassword('')
  }
  return (
    <Dialog
      open={needed}
      onClose={dismiss}
      title="Your password, please"
      description="You logged in a while ago. This needs your password again; then it goes on by itself."
      className="sm:max-w-md"
    >
      <form noValidate className="mt-5 space-y-4" onSubmit={submit}>
        <Field
          label="Password"
          error={
            confirm.error
              ? errorText(confirm.error, 'The server could not be reached. Please try again.')
              : undefined
          }
        >
          {control => (
            <Input
              {...control}
              required
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={event => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="w-full" disabled={confirm.isPending || password === ''}>
          {confirm.isPending ? 'One moment...' : 'Continue'}
        </Button>
      </form>
    </Dialog>
  )
}
