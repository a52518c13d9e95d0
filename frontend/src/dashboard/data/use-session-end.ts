/** Tells when the server says, in answer to any call, that nobody is logged in any more. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api.ts'

const isUnauthorised = (error: unknown): boolean => error instanceof ApiError && error.status === 401

export const useSessionEnd = (): { ended: boolean; resume: () => void } => {
  const client = useQueryClient()
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    const unsubscribe = [
      client.getQueryCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'error' && isUnauthorised(event.action.error))
          setEnded(true)
      }),
      client.getMutationCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'error' && isLoginNeeded(event)) setEnded(true)
      }),
    ]
    return () => {
      for (const stop of unsubscribe) stop()
    }
  }, [client])
  return { ended, resume: () => setEnded(false) }
}

// A wrong password in the dialog is a 401 too, but not news.
const isLoginNeeded = (event: {
  action: { type: string; error?: unknown }
  mutation: { options: { mutationKey?: readonly unknown[] | undefined } }
}): boolean => isUnauthorised(event.action.error) && event.mutation.options.mutationKey?.[0] !== 'login'
