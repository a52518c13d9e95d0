/** One step in an experiment's life, at the version that its author saw; what goes wrong is theirs to see in the dialog. */
import type { Experiment, Step, StepRequest } from '@firsttouch/api/contract/experiments/life'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { isOutdated, isPasswordNeeded, isRefused, writeFailure } from '../../data/failures.ts'
import { readOptions } from '../../data/use-read.ts'
import { useAdminWrite } from '../../data/writes.ts'
import { wordsOf } from './steps.ts'

const NO_ANSWER =
  'No answer came, so it is not known whether this was done. Nothing that you typed is lost: look again, or send it once more. It cannot be done twice.'

/** `seen` stays as it was when the dialog opened, until its author looks again. */
export const useStep = <Body extends Omit<StepRequest, 'version'>>(
  step: Step,
  experiment: Experiment,
  onDone: () => void,
) => {
  const [seen, setSeen] = useState(experiment)
  const client = useQueryClient()
  const write = useAdminWrite<Body, Experiment>({
    call: body => ({
      method: 'POST',
      path: `experiments/${encodeURIComponent(seen.name)}/${step}`,
      body: { ...body, version: seen.version },
    }),
    changes: 'experiments',
    failure: null,
    onSaved: () => {
      toast({ title: wordsOf(step, experiment).done })
      onDone()
    },
  })
  const look = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      client.fetchQuery({ ...readOptions('experimentList'), staleTime: 0, networkMode: 'always' }),
    onSuccess: ({ experiments }) => {
      setSeen(experiments.find(({ name }) => name === seen.name) ?? seen)
      write.reset()
    },
  })
  const error = look.error ?? write.error
  return {
    seen,
    send: (body: Body) => write.mutate(body),
    isWorking: write.isPending,
    refusal:
      error && !isPasswordNeeded(error)
        ? { sentence: isRefused(error) ? writeFailure(error) : NO_ANSWER, isOld: isOutdated(error) }
        : null,
    lookAgain: () => look.mutate(),
    isLooking: look.isPending,
    isPossible: seen.steps.includes(step),
  }
}
export type StepInHand = Omit<ReturnType<typeof useStep>, 'send'>
