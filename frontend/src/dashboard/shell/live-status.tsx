import { clsx } from 'clsx'
import { useLive } from '../data/live/use-live.ts'
import { duration, timeOfDay } from '../words/format.ts'
import { reportZoneName } from '../words/report-zone.ts'

const WORDS = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' } as const
const DOTS = { connecting: 'bg-strong-line', live: 'bg-ok', lost: 'bg-danger animate-pulse' } as const
const ABOUT = {
  connecting: 'The page is opening its live connection.',
  live: 'Numbers change by themselves. Every event accepted up to the time shown is in every figure shown; lag is how far the counting is behind the newest event.',
  lost: 'The live connection broke. The numbers are as old as the time shown; everything is fetched again as soon as the connection is back.',
} as const

export const LiveStatus = () => {
  const { status, asOf, lagMs } = useLive()
  return (
    <p title={ABOUT[status]} className="flex flex-wrap items-center gap-x-2 text-xs text-muted tabular-nums">
      <span
        className={clsx(
          'flex items-center gap-1.5 font-semibold',
          status === 'lost' ? 'text-danger' : 'text-ink',
        )}
      >
        <span aria-hidden className={clsx('size-2 rounded-full', DOTS[status])} />
        <span role="status">{WORDS[status]}</span>
      </span>
      {asOf && (
        <span>
          as of <time dateTime={asOf}>{timeOfDay(asOf)}</time>
        </span>
      )}
      <span>Times in {reportZoneName()}</span>
      {lagMs !== null && <span>lag {duration(lagMs)}</span>}
    </p>
  )
}
