import { acceptRequest } from '@firsttouch/api/contract/team'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { errorText } from '../../api.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { acceptInvitation } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { useCheckedForm } from '../pieces/use-checked-form.ts'
import { useDashboardSurface } from './use-dashboard-surface.ts'

export const Invitation = () => {
  useDashboardSurface('Invitation')
  const given = new URLSearchParams(useLocation().hash.slice(1))
  const username = given.get('username') ?? ''
  const accept = useAccept()
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm rounded-lg border border-line bg-card p-6 sm:p-8">
        <span aria-hidden className="mb-5 block h-1.5 w-10 rounded-sm bg-accent" />
        <h1 className="display text-2xl">Welcome{username && `, ${username}`}</h1>
        {accept.isSuccess ? (
          <p role="status" className="mt-2">
            Your account is ready.{' '}
            <a href="/login" className="underline">
              Log in
            </a>{' '}
            as {username} with the password that you chose.
          </p>
        ) : (
          <PasswordForm username={username} token={given.get('token') ?? ''} accept={accept} />
        )}
      </div>
    </main>
  )
}

const useAccept = () => useMutation({ mutationFn: acceptInvitation })

type FormProps = { username: string; token: string; accept: ReturnType<typeof useAccept> }

const PasswordForm = ({ username, token, accept }: FormProps) => {
  const { register, formState, handleSubmit } = useCheckedForm(acceptRequest, { token, password: '' })
  const { errors } = formState
  const refused =
    accept.error && errorText(accept.error, 'The server could not be reached. Please try again.')
  return (
    <form noValidate className="mt-4 space-y-4" onSubmit={handleSubmit(values => accept.mutate(values))}>
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      <Field
        label="Choose a password"
        hint="At least 8 characters; 15 or more are better, such as four random words."
        error={errors.password?.message ?? errors.token?.message ?? refused ?? undefined}
      >
        {control => (
          <Input
            {...{ ...register('password'), ...control }}
            autoFocus
            type="password"
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={accept.isPending}>
        {accept.isPending ? 'One moment...' : 'Create account'}
      </Button>
    </form>
  )
}
