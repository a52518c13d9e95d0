/** A write sends one request, refetches the changed data and shows a toast. */
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

type Versioned = { id: string; version: number }

type Write<Input, Answer> = {
  /** `version` is undefined without a `record`. */
  call: (input: Input, version?: number) => Call
  changes: Topic
  /** Title of the failure's toast. null if the caller shows the error and refetches. */
  failure: string | null
  onSaved?: (answer: Answer, input: Input, version?: number) => void
  /** Writes to one record run one after the other. Each sends the version that the user saw or that the one before produced. */
  record?: Versioned | undefined
}

/** By input of a write: the version that the user saw. A write that waits must not send one that is read meanwhile. */
const seenBy = new WeakMap<object, number>()

/** By record: the version after this user's latest change. */
const changedTo = new Map<string, number>()

export const noteVersion = ({ id, version }: Versioned): void => {
  changedTo.set(id, version)
}

/** The mutation is pending until the changed records are refetched. It does not wait for figures computed from them. */
export const useAdminWrite = <Input, Answer = unknown>(write: Write<Input, Answer>) => {
  const { call, changes, failure, onSaved, record } = write
  const client = useQueryClient()
  const versionFor = (input: Input) =>
    record && Math.max(seenBy.get(Object(input)) ?? record.version, changedTo.get(record.id) ?? 0)
  const fetchAgain = () =>
    Promise.all(
      readsAfter([changes]).map(name => {
        const fetched = client.invalidateQueries(queriesNamed(name))
        return READS[name].topic === changes && fetched
      }),
    )
  return useMutation<Answer, Error, Input>({
    // TanStack Query holds requests back while offline, but callers that show errors need the error at once.
    ...(failure === null && { networkMode: 'always' }),
    ...(record && {
      scope: { id: record.id },
      onMutate: input => void seenBy.set(Object(input), record.version),
    }),
    mutationFn: input => adminCall(call(input, versionFor(input))),
    onSuccess: (answer, input) => {
      onSaved?.(answer, input, versionFor(input))
      return fetchAgain()
    },
    onError: error => {
      // If the server requires the password again, a dialog asks for it and repeats the request.
      if (isPasswordNeeded(error) || failure === null) return undefined
      toastFailure(failure, writeFailure(error))
      if (!isOutdated(error)) return undefined
      if (record) changedTo.delete(record.id)
      return fetchAgain()
    },
  })
}

type Change<Patch> = Pick<Write<Patch, unknown>, 'failure' | 'onSaved'> & {
  of: 'leads' | 'onboarding' | 'campaigns'
  /** Sends the version that the user saw, so that a colleague's later change is not overwritten. */
  record: Versioned
}

export const useRecordChange = <Patch extends object>({ of, record, failure, onSaved }: Change<Patch>) =>
  useAdminWrite<Patch, Versioned>({
    call: (patch, version) => ({ method: 'PATCH', path: `${of}/${record.id}`, body: { ...patch, version } }),
    changes: of,
    record,
    failure,
    onSaved: (answer, patch) => {
      noteVersion(answer)
      onSaved?.(answer, patch)
    },
  })

export const useAdminFile = (path: string, noun: string) =>
  useMutation({
    mutationFn: (chosen: object) => requestFile(`/api/admin/${path}`, chosen),
    onSuccess: ({ name, content, rows }) => {
      download(name, content)
      toast({ title: 'Export Complete', description: `Exported ${counted(rows, noun)}.` })
    },
    onError: error => {
      // If the server requires the password again, a dialog asks for it and repeats the download.
      if (!isPasswordNeeded(error)) toastFailure(`Failed to export ${noun}`, readFailure(error))
    },
  })
