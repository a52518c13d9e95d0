import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { ApiError, request } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { clearFlag } from './flag.ts'

/** Ends the session on the server and forgets here what it had shown. */
export const useLogout = (): (() => Promise<void>) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    await request('POST', '/api/admin/logout', {}).catch(error => {
      // Without a session there is nothing left to end.
      if (error instanceof ApiError && error.status === 401) return
      toast({
        title: 'Logged out in this browser only',
        description: 'The server could not be reached; the session there ends by itself.',
        tone: 'destructive',
      })
    })
    clearFlag()
    navigate('/')
    client.removeQueries({ queryKey: ['/api/admin'] })
  }
}
