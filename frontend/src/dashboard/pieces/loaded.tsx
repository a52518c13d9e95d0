import type { UseQueryResult } from '@tanstack/react-query'
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

/** Shows a read: a skeleton while it loads, an error with a retry, or its data. After a failed refetch the old data stays, with a note. */
export const Loaded = <T,>({ query, what, skeleton, bare, children }: LoadedProps<T>) => {
  if (query.data === undefined)
    return query.isError ? (
      <Failure query={query} what={what} className={bare ? '' : 'p-4 sm:p-5'}>
        The {what} could not be loaded.
      </Failure>
    ) : (
      <div aria-busy>
        <span className="sr-only">Loading the {what}</span>
        <Skeleton className={`skeleton-rows ${skeleton}`} />
      </div>
    )
  return (
    <>
      {query.isError && (
        <Failure
          query={query}
          what={what}
          className={bare ? 'mb-2' : 'border-b border-line px-4 py-2 sm:px-5'}
        >
          The {what} shown may be out of date.
        </Failure>
      )}
      {children(query.data)}
    </>
  )
}

type FailureProps = {
  query: Pick<LoadedQuery<unknown>, 'error' | 'isFetching' | 'refetch'>
  what: string
  className: string
  children: ReactNode
}

const Failure = ({ query, what, className, children }: FailureProps) => (
  <div role="alert" className={`flex flex-wrap items-center gap-x-3 gap-y-2 ${className}`}>
    <TriangleAlert aria-hidden size={18} className="shrink-0 text-danger" />
    <p className="min-w-0 flex-1 basis-48">
      {children} <span className="text-muted">{readFailure(query.error)}</span>
    </p>
    <Button
      aria-label={`Try again to load the ${what}`}
      disabled={query.isFetching}
      onClick={() => query.refetch()}
    >
      <RotateCw aria-hidden size={14} /> Try again
    </Button>
  </div>
)

export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="px-4 py-10 text-center sm:px-5">
    <p className="font-medium">{title}</p>
    {children && <div className="mx-auto mt-1 max-w-md text-muted">{children}</div>}
  </div>
)

export const Nothing = ({ children }: { children: ReactNode }) => <p className="text-muted">{children}</p>
