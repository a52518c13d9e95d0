import { onlineManager } from '@tanstack/react-query'
import { toastFailure } from '../../../ui/toast.ts'
import { isUnauthorised } from '../../data/failures.ts'
import { clearFlag } from '../../data/logged-in-flag.ts'
import { adminCall } from '../../data/writes.ts'

/** Ends the session on the server and leaves. What was shown is forgotten with the document, the public page being another, and so is what was half typed. */
export const logout = async (): Promise<void> => {
  // What changes meanwhile is not asked for any more: it would be refused.
  onlineManager.setOnline(false)
  await adminCall({ method: 'POST', path: 'logout', body: {} }).catch(error => {
    if (isUnauthorised(error)) return
    toastFailure(
      'Logged out in this browser only',
      'The server could not be reached; the session there ends by itself.',
    )
  })
  clearFlag()
  sessionStorage.clear()
  location.assign('/')
}
