import { type LoginRequest, loginRequest } from '@firsttouch/api/contract/session'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api.ts'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { askPasskey, hasPasskeys, passkeyFailure } from '../../account/passkeys.ts'
import { isUnauthorised, loginFailure } from '../../data/failures.ts'
import { interrupt } from '../../data/interruptions.ts'
import { setFlag } from '../../data/logged-in-flag.ts'
import { LOGIN_KEY } from '../../data/query-client.ts'
import { adminCall } from '../../data/writes.ts'
import { Button } from '../../pieces/button.tsx'
import { InputField, Submit } from '../../pieces/form-fields.tsx'
import { fieldOf, useCheckedForm } from '../../pieces/use-checked-form.ts'

export const LoginForm = ({ onLogin, username = '' }: { onLogin: () => void; username?: string }) => {
  const { form, isSecondStep, login, passkeyLogin, submit } = useLogin({ username, onLogin })
  return (
    <form noValidate className="space-y-4" onSubmit={submit}>
      {isSecondStep ? (
        <InputField
          label="Code"
          hint="From your authenticator app, or one of your recovery codes"
          autoComplete="one-time-code"
          {...fieldOf(form, 'code')}
        />
      ) : (
        <>
          <InputField
            label="Username"
            required
            autoComplete="username"
            autoCapitalize="none"
            {...fieldOf(form, 'username')}
          />
          <InputField
            label="Password"
            required
            type="password"
            autoComplete="current-password"
            {...fieldOf(form, 'password')}
          />
        </>
      )}
      <Submit words="Login" working="Logging in..." isWorking={login.isPending} className="w-full" />
      {hasPasskeys() && (
        <Button
          type="button"
          size="md"
          className="w-full"
          disabled={passkeyLogin.isPending}
          onClick={() => passkeyLogin.mutate()}
        >
          {passkeyLogin.isPending ? 'Waiting for your device...' : 'Log in with a passkey'}
        </Button>
      )}
    </form>
  )
}

const SECOND_STEPS = ['totp_required', 'passkey_required']

export const useLogin = ({ username, onLogin }: { username: string; onLogin: () => void }) => {
  const form = useCheckedForm(loginRequest, { username, password: '' })
  // Use setFocus instead of autoFocus, because a modal dialog focuses its first field when it opens.
  const { setFocus } = form
  const [isSecondStep, setSecondStep] = useState(false)
  const first = isSecondStep ? 'code' : username ? 'password' : 'username'
  useEffect(() => setFocus(first), [setFocus, first])
  const enter = () => {
    setFlag()
    interrupt({ hasEnded: false })
    toast({ title: 'Login successful', description: 'Welcome to the admin dashboard' })
    onLogin()
  }
  const login = useMutation({
    mutationKey: LOGIN_KEY,
    mutationFn: (body: LoginRequest) =>
      adminCall({ method: 'POST', path: 'login', body: { ...body, code: body.code || undefined } }),
    onSuccess: enter,
    onError: error => {
      const isAsked = error instanceof ApiError && SECOND_STEPS.includes(error.code ?? '')
      if (isAsked && !isSecondStep) return setSecondStep(true)
      toastFailure('Login failed', reason(error))
      const field = isSecondStep ? 'code' : 'password'
      form.resetField(field)
      return setFocus(field)
    },
  })
  const passkeyLogin = useMutation({
    mutationKey: LOGIN_KEY,
    mutationFn: async () => {
      const passkey = await askPasskey()
      const { username: name, password } = form.getValues()
      return isSecondStep
        ? adminCall({ method: 'POST', path: 'login', body: { username: name, password, passkey } })
        : adminCall({ method: 'POST', path: 'login/passkey', body: { passkey } })
    },
    onSuccess: enter,
    onError: error => toastFailure('Login failed', passkeyFailure(error)),
  })
  const submit = form.handleSubmit(credentials => login.mutate(credentials))
  return { form, isSecondStep, login, passkeyLogin, submit }
}

const reason = (error: Error): string =>
  isUnauthorised(error) && !(error instanceof ApiError && error.code)
    ? 'Invalid username or password'
    : loginFailure(error)
