/** TanStack Query with the specification's section 9 defaults: nothing goes stale, is polled or tried again. */
import { QueryClient, type QueryFunction } from '@tanstack/react-query'
import { ApiError, request } from '../../api.ts'

/** Reads the path made of the query key's segments joined by slashes: ['/api', 'admin', 'leads'] or ['/api/admin/leads']. */
export const readByKey =
  (options: { on401: 'throw' | 'null' }): QueryFunction =>
  async ({ queryKey }) => {
    try {
      return await request('GET', queryKey.join('/'))
    } catch (error) {
      if (options.on401 === 'null' && error instanceof ApiError && error.status === 401) return null
      throw error
    }
  }

export const openQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readByKey({ on401: 'throw' }),
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  })
