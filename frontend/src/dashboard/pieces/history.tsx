import type { ReactNode } from 'react'
import { dateTime } from '../words/format.ts'
import { Nothing } from './loaded.tsx'

/** `person` is empty if the user's role may not see who made the change. */
type Entry = { id: string; at: string; person: string }
type HistoryProps<E> = { entries: readonly E[]; what: (entry: E) => ReactNode }

export const History = <E extends Entry>({ entries, what }: HistoryProps<E>) =>
  entries.length === 0 ? (
    <Nothing>No changes yet.</Nothing>
  ) : (
    <ol className="grid gap-2">
      {entries.map(entry => (
        <li key={entry.id} className="flex flex-wrap gap-x-4 wrap-anywhere">
          <time dateTime={entry.at} className="w-40 shrink-0 text-muted tabular-nums">
            {dateTime(entry.at)}
          </time>
          <span className="min-w-0 flex-[1_1_14rem]">
            <span className="font-medium">{entry.person}</span> {what(entry)}
          </span>
        </li>
      ))}
    </ol>
  )
