/** What staff change: one request, the lists it touches fetched again, and a notice either way. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { isOutdated, writeFailure } from './failures.ts'
import { adminKey, type ReadName } from './reads.ts'
import { isPasswordNeeded } from './use-password-needed.ts'

type Call = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: unknown }
type Write<Input, Answer> = {
  /** `path` is what follows /api/admin/. */
  call: (input: Input) => Call
  changes: readonly ReadName[]
  /** The title of the notice when it fails; the server's own sentence follows it. */
  failure: string
  onSaved?: (answer: Answer, input: Input) => void
}

export const useAdminWrite = <Input, Answer = unknown>({
  call,
  changes,
  failure,
  onSaved,
}: Write<Input, Answer>): UseMutationResult<Answer, Error, Input> => {
  const client = useQueryClient()
  const fetchAgain = () =>
    Promise.all(changes.map(name => client.invalidateQueries({ queryKey: adminKey(name) })))
  return useMutation<Answer, Error, Input>({
    mutationFn: input => {
      const { method, path, body } = call(input)
      return request<Answer>(method, `/api/admin/${path}`, body)
    },
    onSuccess: (answer, input) => {
      onSaved?.(answer, input)
      return fetchAgain()
    },
    onError: error => {
      // The dialog asks for it, and then it goes on by itself: nothing has failed.
      if (isPasswordNeeded(error)) return undefined
      toast({ title: failure, description: writeFailure(error), tone: 'destructive' })
      return isOutdated(error) ? fetchAgain() : undefined
    },
  })
}
