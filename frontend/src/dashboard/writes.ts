/** What staff change: one request, the lists it touches fetched again, and a notice either way. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorText, request } from '../api.ts'
import { toast } from '../ui/toast.ts'
import { adminKey, type ReadName } from './reads.ts'

type Call = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: unknown }
type Write<Input, Answer> = {
  /** `path` is what follows /api/admin/. */
  call: (input: Input) => Call
  changes: readonly ReadName[]
  /** The title of the notice when it fails; the server's own sentence follows it. */
  failure: string
  onSaved?: (answer: Answer, input: Input) => void
}

const OFFLINE = 'The server could not be reached. Nothing was changed; please try again.'

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
      toast({ title: failure, description: errorText(error, OFFLINE), tone: 'destructive' })
      // A colleague was quicker: what is shown is old.
      return error instanceof ApiError && [404, 409].includes(error.status) ? fetchAgain() : undefined
    },
  })
}
