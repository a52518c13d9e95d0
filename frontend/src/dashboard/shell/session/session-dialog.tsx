/** A login dialog over the page after the session has ended. Unsaved input on the page stays. */
import type { SessionAnswer } from '@firsttouch/api/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { useInterruptions } from '../../data/interruptions.ts'
import { keyOf } from '../../data/reads.ts'
import { Button } from '../../pieces/button.tsx'
import { lazily } from '../../pieces/lazily.tsx'
import { SingleSignOn } from '../../settings/single-sign-on.tsx'

const UNANSWERED_MS = 15 * 60_000

const LoginForm = lazily(async () => (await import('./login-form.tsx')).LoginForm, 'h-48')

export const SessionDialog = () => {
  const client = useQueryClient()
  // Read the name from the cache, because a fetch fails after the session has ended.
  const username = client.getQueryData<SessionAnswer>(keyOf('session'))?.username ?? ''
  const { hasEnded } = useInterruptions()
  const [closed, setClosed] = useState(false)
  // Leave the page after 15 minutes without a login, so that the data does not stay on the screen.
  useEffect(() => {
    if (!hasEnded) return
    const timer = setTimeout(() => location.assign('/login'), UNANSWERED_MS)
    return () => clearTimeout(timer)
  }, [hasEnded])
  if (!hasEnded) return null
  return (
    <>
      {closed && (
        <div
          role="alert"
          className="sticky top-0 z-30 flex flex-wrap items-center gap-3 bg-danger-surface px-4 py-2"
        >
          <p className="text-danger">Your session has ended. Nothing can be saved until you log in again.</p>
          <Button variant="danger" onClick={() => setClosed(false)}>
            Log in again
          </Button>
        </div>
      )}
      <Dialog
        open={!closed}
        onClose={() => setClosed(true)}
        title="Please log in again"
        description="Your session has ended. Your unsaved input is still on the page: log in, then save again."
        className="sm:max-w-md"
      >
        <div className="mt-5">
          <LoginForm username={username} onLogin={() => void client.invalidateQueries()} />
          <SingleSignOn purpose="login" words="Leave this page and log in with single sign-on" />
        </div>
      </Dialog>
    </>
  )
}
