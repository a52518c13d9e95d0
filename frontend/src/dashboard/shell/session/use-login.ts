import { loginRequest } from '@firsttouch/api/contract/session'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '../../../api.ts'
import { toast } from '../../../ui/toast.ts'
import { isUnauthorised } from '../../data/failures.ts'
import { interrupt } from '../../data/interruptions.ts'
import { LOGIN_KEY } from '../../data/query-client.ts'
import { adminCall } from '../../data/writes.ts'
import { useCheckedForm } from '../../pieces/use-checked-form.ts'
import { setFlag } from './logged-in-flag.ts'

type Credentials = { username: string; password: string }

/** The login form's state and what its button does. */
export const useLogin = ({ username, onLogin }: { username: string; onLogin: () => void }) => {
  const form = useCheckedForm(loginRequest, { username, password: '' })
  // Not autoFocus: a modal dialog chooses its own first field when it opens.
  const { setFocus } = form
  useEffect(() => setFocus(username ? 'password' : 'username'), [setFocus, username])
  const login = useMutation({
    mutationKey: LOGIN_KEY,
    mutationFn: (body: Credentials) => adminCall({ method: 'POST', path: 'login', body }),
    onSuccess: () => {
      setFlag()
      interrupt({ hasEnded: false })
      toast({ title: 'Login successful', description: 'Welcome to the admin dashboard' })
      onLogin()
    },
    onError: error => {
      toast({ title: 'Login failed', description: reason(error), tone: 'destructive' })
      form.resetField('password')
      setFocus('password')
    },
  })
  return {
    register: form.register,
    errors: form.formState.errors,
    isWorking: login.isPending,
    submit: form.handleSubmit(credentials => login.mutate(credentials)),
  }
}

const reason = (error: Error): string =>
  isUnauthorised(error)
    ? 'Invalid username or password'
    : errorText(error, 'The server could not be reached. Please try again.')
