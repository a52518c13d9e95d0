import type { Experiment, StartRequest } from '@firsttouch/api/contract/experiments/life'
import type { PlanAnswer } from '@firsttouch/api/contract/experiments/results'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useRead } from '../../data/use-read.ts'
import { useCheckedForm } from '../../pieces/use-checked-form.ts'
import { wordsOf } from '../life/step-words.ts'
import { useStep } from '../life/use-step.ts'
import { firstShares } from './shares.ts'
import { planQuestion, type Start, type StartFields, startFields, startRequestOf } from './start-fields.ts'

type StartFormOptions = {
  experiment: Experiment
  /** What the last weeks' traffic can find. */
  proposed: PlanAnswer
  onDone: () => void
}

/** The fields of a start, what they would take, and the step itself. */
export const useStartForm = ({ experiment, proposed, onDone }: StartFormOptions) => {
  const inHand = useStep<Omit<StartRequest, 'version'>>({
    ...{ step: 'start', experiment, onDone },
    done: wordsOf('start', experiment).done,
  })
  const form = useCheckedForm(startFields, {
    rate: proposed.baselineRate === null ? '' : ofHundred(proposed.baselineRate),
    effect: ofHundred(proposed.minimumEffect),
    goal: 'any' as const,
    shares: firstShares(experiment),
    reason: '',
  })
  const fields = form.watch()
  useMeasured(experiment.name, form)
  return {
    inHand,
    form,
    fields,
    answer: useAnswer(experiment.name, fields),
    submit: form.handleSubmit(start => inHand.send(startRequestOf(start))),
  }
}

/** Another goal has another rate, and the effect that the traffic can find with it; what somebody typed stays. */
const useMeasured = (id: string, form: UseFormReturn<StartFields, unknown, Start>) => {
  const goal = form.watch('goal')
  const { data, isPlaceholderData } = useRead('plan', { id, query: { goal } })
  const { dirtyFields } = form.formState
  useEffect(() => {
    if (!data || isPlaceholderData) return
    if (!dirtyFields.rate)
      form.resetField('rate', {
        defaultValue: data.baselineRate === null ? '' : ofHundred(data.baselineRate),
      })
    if (!dirtyFields.effect) form.resetField('effect', { defaultValue: ofHundred(data.minimumEffect) })
  }, [data, isPlaceholderData, dirtyFields.rate, dirtyFields.effect, form])
}

const ofHundred = (fraction: number): string => String(Number((fraction * 100).toFixed(2)))

const TYPING_MS = 250

/** What the API says of the fields as they stand, once typing has paused; the last answer stays meanwhile. */
const useAnswer = (id: string, fields: StartFields) => {
  const query = useSettled(JSON.stringify(planQuestion(fields)))
  const asked = JSON.parse(query) as Record<string, string> | null
  const answer = useRead('plan', asked && { id, query: asked })
  return { ...answer, isAsked: asked !== null }
}

const useSettled = <T>(value: T): T => {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), TYPING_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
