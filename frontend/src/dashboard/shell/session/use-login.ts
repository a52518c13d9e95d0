import { type LoginRequest, loginRequest } from '@firsttouch/api/contract/session'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, errorText } from '../../../api.ts'
import { toast } from '../../../ui/toast.ts'
import { askPasskey, passkeyFailure } from '../../account/passkeys.ts'
import { isUnauthorised } from '../../data/failures.ts'
import { interrupt } from '../../data/interruptions.ts'
import { setFlag } from '../../data/logged-in-flag.ts'
import { LOGIN_KEY } from '../../data/query-client.ts'
import { adminCall } from '../../data/writes.ts'
import { useCheckedForm } from '../../pieces/use-checked-form.ts'

const SECOND_STEPS = ['totp_required', 'passkey_required']

export const useLogin = ({ username, onLogin }: { username: string; onLogin: () => void }) => {
  const form = useCheckedForm(loginRequest, { username, password: '' })
  // Not autoFocus, because a modal dialog focuses its first field when it opens.
  const { setFocus } = form
  useEffect(() => setFocus(username ? 'password' : 'username'), [setFocus, username])
  const [isSecondStep, setSecondStep] = useState(false)
  const enter = () => {
    setFlag()
    interrupt({ hasEnded: false })
    toast({ title: 'Login successful', description: 'Welcome to the admin dashboard' })
    onLogin()
  }
  const fail = (description: string) => toast({ title: 'Login failed', description, tone: 'destructive' })
  const login = useMutation({
    mutationKey: LOGIN_KEY,
    mutationFn: (body: LoginRequest) =>
      adminCall({ method: 'POST', path: 'login', body: { ...body, code: body.code || undefined } }),
    onSuccess: enter,
    onError: error => {
      const isAsked = error instanceof ApiError && SECOND_STEPS.includes(error.code ?? '')
      if (isAsked && !isSecondStep) return setSecondStep(true)
      fail(reason(error))
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
    onError: error => fail(passkeyFailure(error)),
  })
  useEffect(() => {
    if (isSecondStep) setFocus('code')
  }, [isSecondStep, setFocus])
  return {
    register: form.register,
    errors: form.formState.errors,
    isSecondStep,
    isWorking: login.isPending,
    submit: form.handleSubmit(credentials => login.mutate(credentials)),
    isAskingPasskey: passkeyLogin.isPending,
    usePasskey: () => passkeyLogin.mutate(),
  }
}

const reason = (error: Error): string =>
  isUnauthorised(error) && !(error instanceof ApiError && error.code)
    ? 'Invalid username or password'
    : errorText(error, 'The server could not be reached. Please try again.')
