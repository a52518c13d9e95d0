import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FILTER_NAMES, type FilterName, usePageFilter } from '../address/page-filter.ts'
import type { Asked, ReadName } from './reads.ts'
import { readOptions } from './use-read.ts'

/** When the pointer rests this long on a link, the user clicks the link in half of all cases (instant.page). */
const REST_MS = 65

/** Handlers for a filter's buttons. They prefetch figures at a press, or when pointer or focus rests on a button. */
export const usePrefetch = (name: FilterName) => {
  const client = useQueryClient()
  const { chosen } = usePageFilter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  return (value: string) => {
    const fetch = () => prefetch(client, name, value === chosen[name] ? '' : value)
    const start = () => {
      stop()
      timer.current = setTimeout(fetch, REST_MS)
    }
    return { onPointerEnter: start, onPointerLeave: stop, onFocus: start, onBlur: stop, onMouseDown: fetch }
  }
}

/** Prefetches only the reads on the screen that take the filter. */
const prefetch = (client: QueryClient, filter: FilterName, value: string) => {
  for (const { queryKey } of client.getQueryCache().findAll({ type: 'active' })) {
    const [name, id, query = {}] = queryKey as [ReadName, string, Asked['query']]
    if (FILTER_NAMES.every(one => one in query) && query.by !== filter)
      void client.prefetchQuery(readOptions(name, { id, query: { ...query, [filter]: value } }))
  }
}
