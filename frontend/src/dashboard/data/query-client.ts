/** TanStack Query with the defaults of the specification's section 9: data never goes stale, no polling, no retries. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { onFailure } from './interruptions.ts'

/** Mutation key of the login. Its 401 means a wrong password and must not open the dialog for an ended session. */
export const LOGIN_KEY = ['login']

export const openQueryClient = (): QueryClient => {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: error => onFailure(error) }),
    mutationCache: new MutationCache({
      onError: (error, variables, _result, { options }) => {
        if (options.mutationKey?.[0] === LOGIN_KEY[0]) return
        onFailure(error, () => {
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
