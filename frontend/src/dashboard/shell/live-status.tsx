import { clsx } from 'clsx'
import { useState } from 'react'
import { useLive } from '../data/live/use-live.ts'
import { Popover } from '../pieces/popover.tsx'
import { duration, timeOfDay } from '../words/format.ts'
import { reportZoneName } from '../words/report-zone.ts'

const WORDS = { connecting: 'Connecting', live: 'Live', lost: 'Reconnecting' } as const
const DOTS = { connecting: 'bg-strong-line', live: 'bg-ok', lost: 'bg-danger animate-pulse' } as const
const ABOUT = {
  connecting: 'The page is opening its live connection.',
  live: 'Figures update by themselves. They include every event up to the time shown. The delay is the age of the oldest event that they do not include yet.',
  lost: 'The live connection is lost. The figures are from the time shown. They are reloaded once the connection is back.',
} as const

export const LiveStatus = () => {
  const { status, asOf, lagMs } = useLive()
  const [isOpen, setOpen] = useState(false)
  const lag = lagWords(lagMs)
  const isBehind = status === 'lost' || (status === 'live' && lag.isBehind)
  return (
    <div className="flex min-w-0 items-center text-sm">
      <Popover
        label="State of the figures"
        open={isOpen}
        onOpen={setOpen}
        isIcon
        button={
          <span aria-hidden className={clsx('size-2 rounded-full', DOTS[isBehind ? 'lost' : status])} />
        }
        className="space-y-1 lg:w-80"
      >
        <p className="font-semibold tabular-nums">
          {[WORDS[status], asOf && `as of ${timeOfDay(asOf)}`, status === 'live' && lag.words]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p>Times in {reportZoneName()}</p>
        <p className="text-muted">{ABOUT[status]}</p>
      </Popover>
      <span role="status" className={isBehind ? 'truncate font-semibold text-danger' : 'sr-only'}>
        {status === 'live' && isBehind ? lag.words : WORDS[status]}
      </span>
    </div>
  )
}

/** A longer lag means that counting has stopped or is catching up, for example after a restore. */
const BEHIND_MS = 30_000

export const lagWords = (ms: number | null): { words: string; isBehind: boolean } => {
  if (ms === null) return { words: 'delay not known', isBehind: false }
  if (ms < BEHIND_MS) return { words: `delay ${duration(ms)}`, isBehind: false }
  return { words: `figures are ${duration(ms)} old, catching up`, isBehind: true }
}
