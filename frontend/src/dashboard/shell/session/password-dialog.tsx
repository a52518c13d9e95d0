/** Asks for the password again before people's data is taken away or the domain changed. */
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { usePasswordNeeded } from '../../data/use-password-needed.ts'

const loadForm = async () => (await import('./password-form.tsx')).PasswordForm

export const PasswordDialog = () => {
  const { needed, dismiss, confirm } = usePasswordNeeded()
  const PasswordForm = useLoaded(loadForm, needed)
  return (
    <Dialog
      open={needed}
      onClose={dismiss}
      title="Your password, please"
      description="You logged in a while ago. This needs your password again; then it goes on by itself."
      className="sm:max-w-md"
    >
      {PasswordForm ? <PasswordForm confirm={confirm} /> : <Skeleton className="mt-5 h-32" />}
    </Dialog>
  )
}
