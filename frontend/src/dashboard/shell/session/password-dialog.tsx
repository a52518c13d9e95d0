/** Asks for the password again before people's data is taken away or the domain changed. */
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLoaded } from '../../../ui/use-loaded.ts'
import { interrupt, useInterruptions } from '../../data/interruptions.ts'
import { SingleSignOn } from '../../settings/single-sign-on.tsx'

const loadForm = async () => (await import('./password-form.tsx')).PasswordForm

export const PasswordDialog = () => {
  const isNeeded = useInterruptions().refused !== null
  const PasswordForm = useLoaded(loadForm, isNeeded)
  return (
    <Dialog
      open={isNeeded}
      onClose={() => interrupt({ refused: null })}
      title="Your password, please"
      description="You logged in a while ago. This needs your password again; then it goes on by itself."
      className="sm:max-w-md"
    >
      {PasswordForm ? <PasswordForm /> : <Skeleton className="mt-5 h-32" />}
      {isNeeded && (
        <SingleSignOn purpose="confirm" words="Or leave this page and log in again with single sign-on" />
      )}
    </Dialog>
  )
}
