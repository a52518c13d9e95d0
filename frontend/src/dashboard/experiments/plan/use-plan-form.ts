import type { Run } from '@firsttouch/api/contract/experiments/results'
import { CONVERSION_TYPES } from '@firsttouch/ingest/events'
import { useEffect, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { useRead } from '../../data/use-read.ts'
import { useAdminWrite } from '../../data/writes.ts'
import { useCheckedForm } from '../../pieces/use-checked-form.ts'
import { type Plan, type PlanFields, planFields, planQuestion, runRequestOf } from './plan-fields.ts'

type PlanFormOptions = {
  testName: string
  /** The control's measured rate, a fraction; null while it is not known. */
  rate: number | null
  onStarted: () => void
}

/** The fields of a plan, what it would take, and the new run once someone has confirmed it. */
export const usePlanForm = ({ testName, rate, onStarted }: PlanFormOptions) => {
  const form = useCheckedForm(planFields, {
    rate: rate === null ? '' : String(Number((rate * 100).toFixed(2))),
    effect: '1',
    types: [...CONVERSION_TYPES],
  })
  const [proposed, propose] = useState<Plan | null>(null)
  const start = useAdminWrite<Plan, Run>({
    call: plan => ({ method: 'POST', path: `experiments/${testName}/runs`, body: runRequestOf(plan) }),
    changes: 'ab-testing-stats',
    failure: 'Failed to start the run',
    onSaved: () => {
      toast({ title: 'New Run Started', description: 'Counting starts again from this moment.' })
      onStarted()
    },
  })
  return {
    register: form.register,
    errors: form.formState.errors,
    answer: useAnswer(testName, form.watch()),
    proposed,
    submit: form.handleSubmit(propose),
    cancel: () => propose(null),
    confirm: () => proposed && start.mutate(proposed, { onError: () => propose(null) }),
    isWorking: start.isPending,
  }
}

const TYPING_MS = 250

/** What the API says of the fields as they stand, once typing has paused; the last answer stays meanwhile. */
const useAnswer = (testName: string, fields: PlanFields) => {
  const [rate, effect] = [useSettled(fields.rate), useSettled(fields.effect)]
  const { data } = planFields.safeParse({ ...fields, rate, effect })
  const query = useRead('plan', data ? { id: testName, query: planQuestion(data) } : null)
  return { ...query, isAsked: data !== undefined }
}

const useSettled = <T>(value: T): T => {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
