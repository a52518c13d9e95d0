/** Notices a change that was refused until the password is entered again, and makes it once that has happened. */
import { PASSWORD_NEEDED } from '@firsttouch/api/contract/problem'
import { type Mutation, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, request } from '../../api.ts'

type Refused = { mutation: Mutation; variables: unknown }

export const isPasswordNeeded = (error: unknown): boolean =>
  error instanceof ApiError && error.type === PASSWORD_NEEDED

export const usePasswordNeeded = () => {
  const client = useQueryClient()
  const [refused, setRefused] = useState<Refused | null>(null)
  useEffect(
    () =>
      client.getMutationCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'error' && isPasswordNeeded(event.action.error))
          setRefused({ mutation: event.mutation, variables: event.mutation.state.variables })
      }),
    [client],
  )
  const confirm = useMutation({
    mutationKey: ['confirm'],
    mutationFn: (password: string) => request('POST', '/api/admin/confirm', { password }),
    onSuccess: () => {
      setRefused(null)
      if (!refused) return
      const again = client.getMutationCache().build(client, refused.mutation.options)
      // Its own words tell how it went.
      again.execute(refused.variables).catch(() => undefined)
    },
  })
  return { needed: refused !== null, dismiss: () => setRefused(null), confirm }
}
