import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useNarrowed, WHOLE } from '../address/page-filter.ts'
import { Loaded, type LoadedQuery } from '../pieces/loaded.tsx'

type PanelProps<T> = {
  title: string
  tools?: ReactNode
  /** True if the page's filters apply to the panel. If undefined, the heading does not mention filters. */
  isNarrowed?: boolean
  query: LoadedQuery<T>
  what: string
  isChart?: boolean
  isWide?: boolean
  children: (data: T) => ReactNode
  note?: ReactNode
}

export const Panel = <T,>(props: PanelProps<T>) => {
  const { title, tools, isNarrowed, query, what, isChart, isWide, children, note } = props
  const narrowed = useNarrowed()
  return (
    // Title and content share rows of the grid with the panel beside.
    <div
      className={clsx(
        'traffic-panel min-w-0 px-4 py-4 sm:px-5',
        'md:row-span-2 md:grid md:grid-rows-subgrid md:content-start md:gap-y-0',
        isWide && 'md:col-span-full',
      )}
    >
      <div className="mb-2.5 flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 className="font-semibold">
          {title}{' '}
          {narrowed && isNarrowed !== undefined && (
            <span className="ml-1 text-xs font-normal text-muted">{isNarrowed ? narrowed : WHOLE}</span>
          )}
        </h3>
        {tools}
      </div>
      <div className="min-w-0">
        <Loaded {...{ query, what }} bare skeleton={isChart ? 'h-80' : 'h-40'}>
          {children}
        </Loaded>
        {note}
      </div>
    </div>
  )
}
