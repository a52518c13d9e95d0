import { acceptRequest } from '@firsttouch/api/contract/team'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { loginFailure } from '../data/failures.ts'
import { acceptInvitation } from '../data/writes.ts'
import { InputField, Submit } from '../pieces/form-fields.tsx'
import { fieldOf, useCheckedForm } from '../pieces/use-checked-form.ts'
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
  const form = useCheckedForm(acceptRequest, { token, password: '' })
  const { error, ...password } = fieldOf(form, 'password')
  const refused = accept.error ? loginFailure(accept.error) : undefined
  return (
    <form noValidate className="mt-4 space-y-4" onSubmit={form.handleSubmit(values => accept.mutate(values))}>
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      <InputField
        label="Choose a password"
        hint="At least 8 characters; 15 or more are better, such as four random words."
        error={error ?? form.formState.errors.token?.message ?? refused}
        autoFocus
        type="password"
        autoComplete="new-password"
        required
        {...password}
      />
      <Submit words="Create account" working="One moment..." isWorking={accept.isPending} />
    </form>
  )
}
