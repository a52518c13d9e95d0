/** A write sends one request, refetches the changed data and shows a toast. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
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
  onSaved?: (answer: Answer, input: Input) => void
  /** Writes to one record are sent one after the other. */
  record?: Versioned | undefined
  /** The record's version after a write that was sent with `version`. */
  versionAfter?: (answer: Answer, version: number) => number
}

/** For each record id: the latest write, and the version after this user's latest change. */
const latest = new Map<string, Promise<unknown>>()
const changedTo = new Map<string, number>()

/** `send` gets the version that the user saw, or the one that this user's own earlier change produced. */
const inTurn = <Answer>({ id, version }: Versioned, send: (version: number) => Promise<Answer>) => {
  const own = Promise.resolve(latest.get(id))
    .catch(() => undefined)
    .then(() => send(Math.max(version, changedTo.get(id) ?? 0)))
  latest.set(id, own)
  return own
}

/** The mutation is pending until the changed records are refetched. It does not wait for figures computed from them. */
export const useAdminWrite = <Input, Answer = unknown>(write: Write<Input, Answer>) => {
  const { call, changes, failure, onSaved, record, versionAfter } = write
  const client = useQueryClient()
  /** The record as last shown. Frozen while a write is pending, because the control then shows the chosen value. */
  const seen = useRef(record)
  const fetchAgain = () =>
    Promise.all(
      readsAfter([changes]).map(name => {
        const fetched = client.invalidateQueries(queriesNamed(name))
        return READS[name].topic === changes && fetched
      }),
    )
  const mutation = useMutation<Answer, Error, Input>({
    // TanStack Query holds requests back while offline, but callers that show errors need the error at once.
    ...(failure === null && { networkMode: 'always' }),
    mutationFn: input => {
      const shown = seen.current
      if (!shown) return adminCall(call(input))
      return inTurn(shown, async version => {
        try {
          const answer = await adminCall<Answer>(call(input, version))
          changedTo.set(shown.id, versionAfter?.(answer, version) ?? 0)
          return answer
        } catch (error) {
          if (isOutdated(error)) changedTo.delete(shown.id)
          throw error
        }
      })
    },
    onSuccess: (answer, input) => {
      onSaved?.(answer, input)
      return fetchAgain()
    },
    onError: error => {
      // If the server requires the password again, a dialog asks for it and repeats the request.
      if (isPasswordNeeded(error) || failure === null) return undefined
      toastFailure(failure, writeFailure(error))
      return isOutdated(error) ? fetchAgain() : undefined
    },
  })
  if (!mutation.isPending) seen.current = record
  return mutation
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
    versionAfter: answer => answer.version,
    failure,
    ...(onSaved && { onSaved }),
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
