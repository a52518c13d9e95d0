import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { PRESETS } from '../../address/range.ts'
import { type AnswerOf, fetchRead, keyOf } from '../../data/reads.ts'
import { useMayRead } from '../../data/use-read.ts'
import type { LoadedQuery } from '../loaded.tsx'

export type Filter = Readonly<Record<string, string>>

export const PERIODS = Object.fromEntries(
  PRESETS.flatMap(({ label, query: { period } }) => (period ? [[period, label]] : [])),
)

export const BOXES = { only: 'Spam', deleted: 'Deleted' }
export const boxOf = (box: string): Filter =>
  box === 'deleted' ? { deleted: 'only' } : box === 'only' ? { spam: 'only' } : {}

export type InboxPage<T> = {
  items: T[]
  total: number
  inbox: { total: number }
  nextCursor: string | null
}

export type InboxPages<P> = {
  /** The filters that are set, without the order. The list, the export and the deletion use these filters. */
  filter: Filter
  query: LoadedQuery<P[]>
  showMore: () => void
  isLoadingMore: boolean
}

export const useInboxPages = <Name extends 'leads' | 'onboarding'>(
  read: Name,
  filter: Filter,
  order: string,
): InboxPages<AnswerOf<Name>> => {
  const query = { ...filter, order }
  const queryKey = keyOf(read, { query })
  const cache = useQueryClient().getQueryCache()
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam: cursor, signal }) => fetchRead(read, { query: { ...query, cursor } }, signal),
    initialPageParam: '',
    getNextPageParam: last => last.nextCursor,
    placeholderData: keepPreviousData,
    enabled: useMayRead(read),
    select: data => data.pages,
  })
  /** Tries again if a refetch has cancelled the load, for example after a record was changed. */
  const loadMore = async (): Promise<void> => {
    const list = cache.find<InfiniteData<AnswerOf<Name>>>({ queryKey })
    const loaded = list?.state.data?.pages.length
    const { hasNextPage, isError } = await pages.fetchNextPage({ cancelRefetch: false })
    const isStillShort = list?.isActive() && list.state.data?.pages.length === loaded
    if (isStillShort && hasNextPage && !isError) await loadMore()
  }
  return {
    filter,
    query: pages,
    showMore: () => void loadMore(),
    isLoadingMore: pages.isFetchingNextPage,
  }
}
