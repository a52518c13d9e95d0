/** An inbox's list, page after page, as its filter finds it on the server. */
import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { request } from '../../../api.ts'
import { adminKey } from '../../data/reads.ts'
import type { LoadedQuery } from '../loaded.tsx'

/** Only what is set; the same filter always reads the same. */
export type Filter = Readonly<Record<string, string>>

export type InboxPage<T> = {
  items: T[]
  total: number
  inbox: { total: number }
  nextCursor: string | null
}

export type InboxPages<P> = {
  /** Without its order and defaults: what list, export and deletion all ask by. */
  filter: Filter
  query: LoadedQuery<P[]>
  showMore: () => void
  isLoadingMore: boolean
}

export const useInboxPages = <P extends InboxPage<unknown>>(
  read: 'leads' | 'onboarding',
  filter: Filter,
  order: string,
): InboxPages<P> => {
  const asked = new URLSearchParams({ ...filter, ...(order && { order }) })
  const pages = useInfiniteQuery<P, Error, InfiniteData<P>, QueryKey, string>({
    queryKey: adminKey(read, 'search', String(asked)),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(asked)
      if (pageParam) query.set('cursor', pageParam)
      return request<P>('GET', `/api/admin/${read}/search?${query}`, undefined, {}, signal)
    },
    initialPageParam: '',
    getNextPageParam: last => last.nextCursor,
    placeholderData: keepPreviousData,
  })
  const { isError, error, isFetching, refetch } = pages
  return {
    filter,
    query: { data: pages.data?.pages, isError, error, isFetching, refetch },
    showMore: () => void pages.fetchNextPage(),
    isLoadingMore: pages.isFetchingNextPage,
  }
}

/** Without what is empty. */
export const filterOf = (values: Record<string, string>): Filter =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
