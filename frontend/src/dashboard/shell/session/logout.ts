import { onlineManager } from '@tanstack/react-query'
import { toastFailure } from '../../../ui/toast.ts'
import { isUnauthorised } from '../../data/failures.ts'
import { clearFlag } from '../../data/logged-in-flag.ts'
import { adminCall } from '../../data/writes.ts'

/** Logs out and leaves the document, which also discards the data on screen and unsaved input. */
export const logout = async (): Promise<void> => {
  // Stop all refetches, because the server refuses them after the logout.
  onlineManager.setOnline(false)
  await adminCall({ method: 'POST', path: 'logout', body: {} }).catch(error => {
    if (isUnauthorised(error)) return
    toastFailure(
      'Logged out in this browser only',
      'The server could not be reached. The session on the server will expire by itself.',
    )
  })
  clearFlag()
  sessionStorage.clear()
  location.assign('/')
}
