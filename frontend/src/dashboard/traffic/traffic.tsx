import { useQuery } from '@tanstack/react-query'
import { usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/range.ts'
import { useTraffic } from '../data/figures.ts'
import { readOptions } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { count, counted, timeOfDay } from '../words/format.ts'
import { PageSpeed } from './page-speed.tsx'
import { Series } from './series.tsx'
import { Browsers, ConversionTypes } from './shares.tsx'
import { TrafficList } from './traffic-list.tsx'

export const Traffic = () => (
  <Section id="traffic" title="Traffic" meta={<span>{useRange().words}</span>}>
    <div className="grid gap-px overflow-hidden rounded-b-lg bg-line *:bg-card md:grid-cols-2">
      <Series />
      <TrafficList />
      <VisitorsNow />
      <LeftOut />
      <ConversionTypes />
      <Browsers />
      <PageSpeed />
    </div>
  </Section>
)

/** Poll this number, because it falls when visitors leave and no event announces that. */
const LOOK_EVERY_MS = 20_000
const useVisitorsNow = () => useQuery({ ...readOptions('visitorsNow'), refetchInterval: LOOK_EVERY_MS })

export const VisitorsNow = () => (
  <div className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-3 sm:px-5 md:col-span-full">
    <Loaded query={useVisitorsNow()} what="current visitors" bare skeleton="h-6 w-56">
      {({ asOf, minutes, visitors }) => (
        <>
          <p>
            <strong className="text-lg font-semibold tabular-nums">
              <ChangedNumber value={visitors}>{count(visitors)}</ChangedNumber>
            </strong>{' '}
            {visitors === 1 ? 'visitor' : 'visitors'} on the site in the last {minutes} minutes
          </p>
          <p className="text-sm text-muted">
            {asOf
              ? `As of ${timeOfDay(asOf)}. Filters do not apply.`
              : 'The time of this figure is not known.'}
          </p>
        </>
      )}
    </Loaded>
  </div>
)

export const LeftOut = () => {
  const { suspicious, toggleSuspicious } = usePageFilter()
  const leftOut = useTraffic('analytics').data?.leftOut
  if (!leftOut) return null
  const made = [
    leftOut.internal > 0 && `${counted(leftOut.internal, 'visits')} by your own people`,
    leftOut.bots > 0 && `${counted(leftOut.bots, 'visits')} by bots`,
    leftOut.suspicious > 0 && !suspicious && `${counted(leftOut.suspicious, 'suspicious visits')}`,
  ].filter(Boolean)
  if (made.length === 0 && !suspicious) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5 md:col-span-full">
      <p className="text-sm text-muted">
        {suspicious && `Counted: ${counted(leftOut.suspicious, 'suspicious visits')}. `}
        {made.length > 0 && `Not counted: ${made.join(', ')}. `}
        {leftOut.suspicious > 0 &&
          'Suspicious visits come from data-centre networks, or in bursts from one network and browser. '}
        {leftOut.suspicious > 0 && (
          <a className="underline" href="https://db-ip.com" rel="noreferrer" target="_blank">
            Network data from RouteViews and DB-IP
          </a>
        )}
      </p>
      {(leftOut.suspicious > 0 || suspicious) && (
        <Button aria-pressed={suspicious !== ''} onClick={toggleSuspicious}>
          {suspicious ? 'Leave suspicious visits out' : 'Count suspicious visits'}
        </Button>
      )}
    </div>
  )
}
