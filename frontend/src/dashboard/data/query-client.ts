/** TanStack Query with the defaults of the specification's section 9: data never goes stale, no polling, no retries. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { hearFailure } from './interruptions.ts'

/** A wrong password at the login is a 401 too, but no session has ended, so no dialog opens. */
export const LOGIN_KEY = ['login']

export const openQueryClient = (): QueryClient => {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: error => hearFailure(error) }),
    mutationCache: new MutationCache({
      onError: (error, variables, _result, { options }) => {
        if (options.mutationKey?.[0] === LOGIN_KEY[0]) return
        hearFailure(error, () => {
          const again = client.getMutationCache().build(client, options)
          again.execute(variables).catch(() => undefined)
        })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  })
  return client
}
