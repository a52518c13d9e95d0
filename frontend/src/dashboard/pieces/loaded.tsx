import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { readFailure } from '../data/failures.ts'
import { Button } from './button.tsx'

export type LoadedQuery<T> = Pick<UseQueryResult<T>, 'data' | 'isError' | 'error' | 'isFetching'> & {
  refetch: () => unknown
}

type LoadedProps<T> = {
  query: LoadedQuery<T>
  /** The noun in "The leads could not be loaded." and "The leads shown may be out of date." */
  what: string
  skeleton: string
  bare?: boolean
  children: (data: T) => ReactNode
}

/** Shows a skeleton, a retry button or the data. If a refetch fails, the old data stays with a note. */
export const Loaded = <T,>({ query, what, skeleton, bare, children }: LoadedProps<T>) => {
  const { data, isError, error, isFetching } = query
  const isThere = data !== undefined
  if (!isThere && !isError)
    return (
      <div aria-busy>
        <span className="sr-only">Loading the {what}</span>
        <Skeleton className={`skeleton-rows ${skeleton}`} />
      </div>
    )
  const room = isThere ? 'border-b border-line px-4 py-2 sm:px-5' : 'p-4 sm:p-5'
  return (
    <>
      {isError && (
        <div
          role="alert"
          className={clsx('flex flex-wrap items-center gap-x-3 gap-y-2', bare ? isThere && 'mb-2' : room)}
        >
          <TriangleAlert aria-hidden size={18} className="shrink-0 text-danger" />
          <p className="min-w-0 flex-1 basis-48">
            The {what} {isThere ? 'shown may be out of date.' : 'could not be loaded.'}{' '}
            <span className="text-muted">{readFailure(error)}</span>
          </p>
          <Button
            aria-label={`Try again to load the ${what}`}
            disabled={isFetching}
            onClick={() => query.refetch()}
          >
            <RotateCw aria-hidden size={14} /> Try again
          </Button>
        </div>
      )}
      {isThere && children(data)}
    </>
  )
}

export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="px-4 py-10 text-center sm:px-5">
    <p className="font-medium">{title}</p>
    {children && <div className="mx-auto mt-1 max-w-md text-muted">{children}</div>}
  </div>
)

export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>
