/** What the dashboard reads. A name is the last part of the call's path and the word by which the live stream names it. */

import type { SessionAnswer } from '@firsttouch/api/contract/session'
import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { request } from '../../api.ts'
import { setReportZone } from '../words/report-zone.ts'

export type ReadName =
  | 'analytics'
  | 'campaigns'
  | 'ab-testing-stats'
  | 'onboarding'
  | 'leads'
  | 'lead-owners'
  | 'domain-config'
  | 'session'

export const adminKey = (name: ReadName, ...rest: string[]) => ['/api/admin', name, ...rest] as const

/** undefined for a query that is not one of the dashboard's. */
export const readName = (key: QueryKey): unknown => (key[0] === '/api/admin' ? key[1] : undefined)

export const useAdminRead = <T>(name: ReadName): UseQueryResult<T> =>
  useQuery<T>({ queryKey: adminKey(name) })

/**
 * A read with parameters: `path` follows /api/admin/, and the answer is fetched again whenever `name` changed. What was shown
 * stays until the answer for other parameters is there.
 */
export const figuresOptions = <T>(name: ReadName, path: string, query: string) =>
  queryOptions<T>({
    queryKey: adminKey(name, path, query),
    queryFn: ({ signal }) =>
      request<T>('GET', `/api/admin/${path}${query && `?${query}`}`, undefined, {}, signal),
    placeholderData: keepPreviousData,
  })

/** Who is logged in. With the answer comes the time zone of everything that is shown. */
export const useSession = (): UseQueryResult<SessionAnswer> =>
  useQuery({
    queryKey: adminKey('session'),
    queryFn: async ({ signal }) => {
      const session = await request<SessionAnswer>('GET', '/api/admin/session', undefined, {}, signal)
      setReportZone(session.timeZone)
      return session
    },
  })
