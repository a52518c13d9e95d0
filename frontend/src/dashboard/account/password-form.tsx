import { passwordChange } from '@firsttouch/api/contract/account'
import { ApiError } from '../../api.ts'
import { toast, toastFailure } from '../../ui/toast.ts'
import { writeFailure } from '../data/failures.ts'
import { useAdminWrite } from '../data/writes.ts'
import { InputField, Submit } from '../pieces/form-fields.tsx'
import { fieldOf, useCheckedForm } from '../pieces/use-checked-form.ts'

export const PasswordForm = ({ onDone }: { onDone: () => void }) => {
  const { form, isWorking, submit } = usePasswordChange(onDone)
  return (
    <form noValidate className="mt-3 max-w-md space-y-4" onSubmit={submit}>
      <InputField
        label="Current password"
        type="password"
        autoComplete="current-password"
        autoFocus
        {...fieldOf(form, 'current')}
      />
      <InputField
        label="New password"
        hint="At least 8 characters; 15 or more are better, such as four random words."
        type="password"
        autoComplete="new-password"
        {...fieldOf(form, 'next')}
      />
      <Submit words="Change the password" working="One moment..." isWorking={isWorking} />
    </form>
  )
}

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
    if (issues.length === 0) toastFailure('Password not changed', writeFailure(error))
  }
  const submit = form.handleSubmit(values => change.mutate(values, { onError: showFailure }))
  return { form, isWorking: change.isPending, submit }
}
