import { useQuery } from '@tanstack/react-query'
import { readOptions } from '../data/use-read.ts'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { count, timeOfDay } from '../words/format.ts'

/** Poll, because the number falls when visitors leave, which is not an event. */
const LOOK_EVERY_MS = 20_000
const useVisitorsNow = () => useQuery({ ...readOptions('visitorsNow'), refetchInterval: LOOK_EVERY_MS })

export const VisitorsNow = () => (
  <div className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 py-3 sm:px-5 md:col-span-full">
    <Loaded query={useVisitorsNow()} what="visitors of now" bare skeleton="h-6 w-56">
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
              ? `Counted until ${timeOfDay(asOf)}. Filters do not apply`
              : 'The time of this figure is not known'}
          </p>
        </>
      )}
    </Loaded>
  </div>
)
