import { clsx } from 'clsx'
import { useLive } from '../data/live/use-live.ts'
import { duration, timeOfDay } from '../words/format.ts'
import { reportZoneName } from '../words/report-zone.ts'

const WORDS = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' } as const
const DOTS = { connecting: 'bg-strong-line', live: 'bg-ok', lost: 'bg-danger animate-pulse' } as const
const ABOUT = {
  connecting: 'The page is opening its live connection.',
  live: 'Numbers change by themselves. Every event accepted up to the time shown is in every figure shown; lag is for how long the oldest event has waited that is in none of them.',
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
      {status === 'live' && <Lag ms={lagMs} />}
    </p>
  )
}

/** How old the figures are. */
/** Beyond this they are not merely on their way: counting stands still, or catches up as after a restore. */
const BEHIND_MS = 30_000

export const lagWords = (ms: number | null): { words: string; isBehind: boolean } => {
  if (ms === null) return { words: 'lag not known', isBehind: false }
  if (ms < BEHIND_MS) return { words: `lag ${duration(ms)}`, isBehind: false }
  return { words: `being counted: figures are ${duration(ms)} old`, isBehind: true }
}

const Lag = ({ ms }: { ms: number | null }) => {
  const { words, isBehind } = lagWords(ms)
  return isBehind ? <strong className="text-danger">{words}</strong> : <span>{words}</span>
}
