import { isAtLeast, type Role } from '@firsttouch/api/contract/roles'
import { keepPreviousData, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { setReportZone } from '../words/report-zone.ts'
import { type AnswerOf, type Asked, fetchRead, keyOf, READS, type ReadName } from './reads.ts'

/** After a change of parameters, the previous data stays until the new response arrives. */
export const readOptions = <Name extends ReadName>(name: Name, asked: Asked = {}) =>
  queryOptions<AnswerOf<Name>>({
    queryKey: keyOf(name, asked),
    queryFn: ({ signal }) => fetchRead(name, asked, signal),
    placeholderData: keepPreviousData,
  })

export const useRead = <Name extends ReadName>(
  name: Name,
  asked: Asked | null = {},
): UseQueryResult<AnswerOf<Name>> => {
  const may = useMayRead(name)
  return useQuery({ ...readOptions(name, asked ?? {}), enabled: asked !== null && may })
}

/** Unlike `useRead`, never returns the previous record's data while a record loads. */
export const useRecord = <Name extends 'lead' | 'submission' | 'journey'>(
  name: Name,
  id: string,
): UseQueryResult<AnswerOf<Name>> => {
  const { placeholderData: _, ...options } = readOptions(name, { id })
  return useQuery({ ...options, enabled: useMayRead(name) })
}

export const useMayRead = (name: ReadName): boolean => useMay(READS[name].role)

/** What needs no role is allowed even before the user's role is known. */
export const useMay = (needed: Role | undefined): boolean => {
  const role = useSession().data?.role
  return needed === undefined || (role !== undefined && isAtLeast(role, needed))
}

/** The session's response also sets the time zone of the dashboard. */
export const useSession = () =>
  useQuery({
    ...readOptions('session'),
    queryFn: async ({ signal }) => {
      const session = await fetchRead('session', {}, signal)
      setReportZone(session.timeZone)
      return session
    },
  })
