import type { ReactNode } from 'react'
import { dateTime } from '../words/format.ts'
import { Nothing } from './loaded.tsx'

/** `by` is empty if the user's role may not see who made the change. */
type Entry = { key: string; at: string; by: string; what: ReactNode }

export const History = ({ entries }: { entries: readonly Entry[] }) =>
  entries.length === 0 ? (
    <Nothing>No changes yet.</Nothing>
  ) : (
    <ol className="grid gap-2">
      {entries.map(({ key, at, by, what }) => (
        <li key={key} className="flex flex-wrap gap-x-4 wrap-anywhere">
          <time dateTime={at} className="w-40 shrink-0 text-muted tabular-nums">
            {dateTime(at)}
          </time>
          <span className="min-w-0 flex-[1_1_14rem]">
            <span className="font-medium">{by}</span> {what}
          </span>
        </li>
      ))}
    </ol>
  )
