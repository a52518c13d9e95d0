import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangedNumber } from '../pieces/changed-number.tsx'

export type StatCardProps<T> = {
  label: string
  /** What the number counts, or how it compares with the period before. */
  meaning: ReactNode
  query: UseQueryResult<T>
  value: (data: T) => number | null
  format: (value: number | null) => string
  chart?: { isShown: boolean; show: () => void } | undefined
}

export const StatCard = <T,>({ label, meaning, query, value, format, chart }: StatCardProps<T>) => {
  const number = query.data === undefined ? null : value(query.data)
  return (
    <div
      className={clsx(
        'relative rounded-lg border bg-card px-4 py-3.5 sm:px-5',
        chart?.isShown ? 'border-ink ring-1 ring-ink' : 'border-line',
        chart && 'hover:border-ink',
      )}
    >
      <dt className="flex items-center gap-2 text-sm text-muted">
        {chart ? (
          <button
            type="button"
            aria-pressed={chart.isShown}
            className="after:absolute after:inset-0"
            onClick={chart.show}
          >
            {label}
          </button>
        ) : (
          label
        )}
        {query.isError && (
          <IconButton
            label={`${label} could not be loaded. Try again`}
            className="relative -my-2 ml-auto text-danger"
            onClick={() => query.refetch()}
          >
            <RotateCw aria-hidden size={15} />
          </IconButton>
        )}
      </dt>
      <dd
        data-testid={`stat-${label.toLowerCase().replaceAll(' ', '-')}`}
        className={clsx(
          'mt-1 text-2xl leading-tight font-semibold tracking-tight tabular-nums',
          query.isPlaceholderData && 'opacity-50',
        )}
      >
        {query.isPending ? (
          <Skeleton className="my-1 h-7 w-24" />
        ) : (
          <ChangedNumber value={number}>{format(number)}</ChangedNumber>
        )}
      </dd>
      <dd className="mt-0.5 text-xs text-muted">
        {query.isError && number === null ? 'Not available now' : meaning}
      </dd>
    </div>
  )
}
