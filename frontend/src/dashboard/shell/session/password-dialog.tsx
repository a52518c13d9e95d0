import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { loginFailure } from '../../data/failures.ts'
import { interrupt, useInterruptions } from '../../data/interruptions.ts'
import { adminCall } from '../../data/writes.ts'
import { InputField, Submit } from '../../pieces/form-fields.tsx'
import { SingleSignOn } from '../../settings/single-sign-on.tsx'

export const PasswordDialog = () => {
  const { refused } = useInterruptions()
  return (
    <Dialog
      open={refused !== null}
      onClose={() => interrupt({ refused: null })}
      title="Your password, please"
      description="You logged in a while ago, and this action needs your password again. It then continues by itself."
      className="sm:max-w-md"
    >
      {refused && (
        <>
          <PasswordForm again={refused} />
          <SingleSignOn purpose="confirm" words="Or leave this page and log in again with single sign-on" />
        </>
      )}
    </Dialog>
  )
}

const PasswordForm = ({ again }: { again: () => void }) => {
  const confirm = useMutation({
    mutationFn: (body: { password: string }) => adminCall({ method: 'POST', path: 'confirm', body }),
    onSuccess: () => {
      interrupt({ refused: null })
      again()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirm.mutate({ password: String(new FormData(event.currentTarget).get('password')) })
    event.currentTarget.reset()
  }
  return (
    <form className="mt-5 space-y-4" onSubmit={submit}>
      <InputField
        label="Password"
        error={confirm.error ? loginFailure(confirm.error) : undefined}
        required
        type="password"
        autoComplete="current-password"
        name="password"
      />
      <Submit words="Continue" working="One moment..." isWorking={confirm.isPending} className="w-full" />
    </form>
  )
}
