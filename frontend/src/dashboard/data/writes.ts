/** What staff change: one request, everything that it makes old fetched again, and a notice either way. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { type RequestedFile, request, requestFile } from '../../api.ts'
import { toast } from '../../ui/toast.ts'
import { isOutdated, isPasswordNeeded, writeFailure } from './failures.ts'
import { everyOf, READS, readsAfter, type Topic } from './reads.ts'

/** `path` is what follows /api/admin/. */
type Call = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: unknown }

export const adminCall = <Answer = unknown>({ method, path, body }: Call): Promise<Answer> =>
  request(method, `/api/admin/${path}`, body)

/** A list as a file, for as many records as `body` chooses. */
export const adminFile = (path: string, body: unknown): Promise<RequestedFile> =>
  requestFile(`/api/admin/${path}`, body)

type Write<Input, Answer> = {
  call: (input: Input) => Call
  changes: Topic
  /** The title of the notice when it fails; the server's own sentence follows it. */
  failure: string
  onSaved?: (answer: Answer, input: Input) => void
}

/** Works until what it changed has been fetched again; what is merely counted anew after it, nobody waits for. */
export const useAdminWrite = <Input, Answer = unknown>({
  call,
  changes,
  failure,
  onSaved,
}: Write<Input, Answer>): UseMutationResult<Answer, Error, Input> => {
  const client = useQueryClient()
  const fetchAgain = () =>
    Promise.all(
      readsAfter([changes]).map(name => {
        const fetched = client.invalidateQueries(everyOf(name))
        return READS[name].topic === changes && fetched
      }),
    )
  return useMutation<Answer, Error, Input>({
    mutationFn: input => adminCall(call(input)),
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
