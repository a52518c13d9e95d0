import { passwordChange } from '@firsttouch/api/contract/account'
import { ApiError } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { writeFailure } from '../data/failures.ts'
import { useAdminWrite } from '../data/writes.ts'
import { useCheckedForm } from '../pieces/use-checked-form.ts'

export const usePasswordChange = (onDone: () => void) => {
  const form = useCheckedForm(passwordChange, { current: '', next: '' })
  const change = useAdminWrite<{ current: string; next: string }>({
    call: body => ({ method: 'POST', path: 'account/password', body }),
    changes: 'account',
    failure: null,
    onSaved: () => {
      toast({ title: 'Password changed', description: 'Every other session of your account has ended.' })
      onDone()
    },
  })
  const showFailure = (error: Error) => {
    const issues = error instanceof ApiError ? error.issues : []
    for (const { path, message } of issues)
      if (path === 'current' || path === 'next') form.setError(path, { message })
    if (issues.length === 0)
      toast({ title: 'Password not changed', description: writeFailure(error), tone: 'destructive' })
  }
  return {
    register: form.register,
    errors: form.formState.errors,
    isWorking: change.isPending,
    submit: form.handleSubmit(values => change.mutate(values, { onError: showFailure })),
  }
}
