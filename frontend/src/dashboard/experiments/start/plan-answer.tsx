import type { PlanAnswer } from '@firsttouch/api/contract/experiments/results'
import type { UseQueryResult } from '@tanstack/react-query'
import { readFailure } from '../../data/failures.ts'
import { counted } from '../../words/format.ts'

type Answer = UseQueryResult<PlanAnswer> & { isAsked: boolean }

/** What the plan takes, read out when it changed. */
export const PlanAnswerText = ({ answer }: { answer: Answer }) => (
  <div role="status" className="self-start rounded-md bg-sunken px-4 py-3.5">
    <Words {...answer} />
  </div>
)

const Words = ({ data, error, isAsked }: Answer) => {
  if (!isAsked) return <p>Fill in both numbers to see how many visitors and days the test needs.</p>
  if (error) return <p>{readFailure(error)}</p>
  if (!data?.plannedVisitors) return <p>Working it out…</p>
  const { plannedVisitors, days, dailyVisitors } = data
  return (
    <>
      <p className="text-xs text-muted">This needs</p>
      <p className="text-xl font-semibold tracking-tight tabular-nums">
        {counted(plannedVisitors, 'visitors')}
        <span className="block">
          {days === null ? 'but nobody comes at present' : `about ${weeks(days)}`}
        </span>
      </p>
      <p className="mt-1 text-muted tabular-nums">
        Shared out as you say
        {dailyVisitors >= 1 &&
          `, at ${counted(Math.round(dailyVisitors), 'visitors')} a day as in the last weeks`}
        . {days !== null && days > LONG_DAYS && 'Twice the difference takes about a quarter of that.'}
      </p>
      <p className="mt-2 text-muted">
        A difference of this size is then found in 4 tests of 5, and at most 1 test in 20 without any
        difference says that there is one, however often you look.
      </p>
    </>
  )
}

const LONG_DAYS = 60

/** Whole weeks, because weekdays and weekends differ. */
export const weeks = (days: number): string => {
  const whole = Math.ceil(days / 7)
  return whole > 104 ? counted(Math.round(days / 365), 'years') : counted(whole, 'weeks')
}
