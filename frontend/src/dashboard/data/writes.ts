/** A write by staff: one request, then a refetch of the changed data, and a toast for success or failure. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request, requestFile } from '../../api.ts'
import { download } from '../../ui/download.ts'
import { toast, toastFailure } from '../../ui/toast.ts'
import { counted } from '../words/format.ts'
import { isOutdated, isPasswordNeeded, readFailure, writeFailure } from './failures.ts'
import { queriesNamed, READS, readsAfter, type Topic } from './reads.ts'

type Call = { method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; body: unknown }

export const adminCall = <Answer = unknown>({ method, path, body }: Call): Promise<Answer> =>
  request(method, `/api/admin/${path}`, body)

export const acceptInvitation = (body: { token: string; password: string }) =>
  request('POST', '/api/invitation', body)

export const adminUpload = <Answer>(path: string, file: Blob): Promise<Answer> =>
  request('POST', `/api/admin/${path}`, file, { 'content-type': 'text/csv' })

type Write<Input, Answer> = {
  call: (input: Input) => Call
  changes: Topic
  /** Title of the toast after a failure, followed by the server's explanation. null: the caller shows the error and refetches. */
  failure: string | null
  onSaved?: (answer: Answer, input: Input) => void
}

/** The mutation is pending until the changed records are refetched. It does not wait for figures computed from them. */
export const useAdminWrite = <Input, Answer = unknown>(write: Write<Input, Answer>) => {
  const { call, changes, failure, onSaved } = write
  const client = useQueryClient()
  const fetchAgain = () =>
    Promise.all(
      readsAfter([changes]).map(name => {
        const fetched = client.invalidateQueries(queriesNamed(name))
        return READS[name].topic === changes && fetched
      }),
    )
  return useMutation<Answer, Error, Input>({
    // Callers that show errors themselves need the error at once when offline, instead of a request that is sent later.
    ...(failure === null && { networkMode: 'always' }),
    mutationFn: input => adminCall(call(input)),
    onSuccess: (answer, input) => {
      onSaved?.(answer, input)
      return fetchAgain()
    },
    onError: error => {
      // Not a failure: the dialog asks for the password and then repeats the request.
      if (isPasswordNeeded(error) || failure === null) return undefined
      toastFailure(failure, writeFailure(error))
      return isOutdated(error) ? fetchAgain() : undefined
    },
  })
}

type Change<Patch> = Pick<Write<Patch, unknown>, 'failure' | 'onSaved'> & {
  of: 'leads' | 'onboarding' | 'campaigns'
  /** Sends the version that the user saw, so that a colleague's later change is not overwritten. */
  record: { id: string; version: number }
}

export const useRecordChange = <Patch extends object>({ of, record, ...told }: Change<Patch>) =>
  useAdminWrite<Patch>({
    call: patch => ({
      ...{ method: 'PATCH', path: `${of}/${record.id}` },
      body: { ...patch, version: record.version },
    }),
    changes: of,
    ...told,
  })

export const useAdminFile = (path: string, noun: string) =>
  useMutation({
    mutationFn: (chosen: object) => requestFile(`/api/admin/${path}`, chosen),
    onSuccess: ({ name, content, rows }) => {
      download(name, content)
      toast({ title: 'Export Complete', description: `Exported ${counted(rows, noun)}.` })
    },
    onError: error => {
      // Not a failure: the dialog asks for the password and then repeats the download.
      if (!isPasswordNeeded(error)) toastFailure(`Failed to export ${noun}`, readFailure(error))
    },
  })
