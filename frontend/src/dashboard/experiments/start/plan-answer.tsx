/** How many visitors and days the run takes that the fields ask for, read out when it changed. */
import type { Goal } from '@firsttouch/api/contract/experiments/results'
import { useEffect, useState } from 'react'
import { readFailure } from '../../data/failures.ts'
import { useRead } from '../../data/use-read.ts'
import { counted } from '../../words/format.ts'
import { planQuestion, type StartFields } from './start-fields.ts'

type PlanAnswerProps = { id: string; fields: StartFields; goal: Goal }

export const PlanAnswer = (props: PlanAnswerProps) => (
  <div role="status" className="self-start rounded-md bg-sunken px-4 py-3.5">
    <Words {...props} />
  </div>
)

const TYPING_MS = 250

/** The last answer stays until typing has paused. */
const Words = ({ id, fields, goal }: PlanAnswerProps) => {
  const typed = JSON.stringify(planQuestion(fields, goal))
  const [asked, ask] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => ask(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = JSON.parse(asked) as Record<string, string> | null
  const { data, error } = useRead('plan', query && { id, query })
  if (!query) return <p>Fill in both numbers to see how many visitors and days the test needs.</p>
  if (error) return <p>{readFailure(error)}</p>
  if (!data?.plannedVisitors) return <p>Working it out…</p>
  const { plannedVisitors, time, dailyVisitors } = data
  return (
    <>
      <p className="text-xs text-muted">This needs</p>
      <p className="text-xl font-semibold tracking-tight tabular-nums">
        {counted(plannedVisitors, 'visitors')}
        <span className="block">{time}</span>
      </p>
      {dailyVisitors >= 1 && (
        <p className="mt-1 text-muted">
          At {counted(Math.round(dailyVisitors), 'visitors')} a day, as in the last weeks.
        </p>
      )}
      <p className="mt-2 text-muted">
        4 of 5 tests then find a difference of this size. At most 1 test in 20 without any difference reports
        one, however often you look.
      </p>
    </>
  )
}
