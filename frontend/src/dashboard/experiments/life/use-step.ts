/** One step in an experiment's life, at the version that its author saw; what goes wrong is theirs to see in the dialog. */
import type { Experiment, Step, StepRequest } from '@firsttouch/api/contract/experiments/life'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { isPasswordNeeded } from '../../data/failures.ts'
import { readOptions } from '../../data/use-read.ts'
import { useAdminWrite } from '../../data/writes.ts'
import { type Refusal, refusalOf } from './refusal-words.ts'

type StepOptions = {
  step: Step
  experiment: Experiment
  /** The title of the notice when it is done. */
  done: string
  onDone: () => void
}

/** `seen` stays as it was when the dialog opened, until its author looks again. */
export const useStep = <Body extends Omit<StepRequest, 'version'>>({
  step,
  experiment,
  done,
  onDone,
}: StepOptions) => {
  const [seen, setSeen] = useState(experiment)
  const write = useAdminWrite<Body, Experiment>({
    call: body => ({
      method: 'POST',
      path: `experiments/${encodeURIComponent(seen.name)}/${step}`,
      body: { ...body, version: seen.version },
    }),
    changes: 'experiments',
    failure: null,
    onSaved: () => {
      toast({ title: done })
      onDone()
    },
  })
  const look = useLook(seen.name, found => {
    setSeen(found)
    write.reset()
  })
  const error = look.error ?? write.error
  return {
    seen,
    send: (body: Body) => write.mutate(body),
    isWorking: write.isPending,
    refusal: error && !isPasswordNeeded(error) ? refusalOf(error) : null,
    lookAgain: () => look.mutate(),
    isLooking: look.isPending,
    isPossible: seen.steps.includes(step),
  }
}
export type StepInHand = Omit<ReturnType<typeof useStep>, 'send'>
export type { Refusal }

/** Fetches how the experiment stands now. */
const useLook = (name: string, onFound: (experiment: Experiment) => void) => {
  const client = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: () =>
      client.fetchQuery({ ...readOptions('experimentList'), staleTime: 0, networkMode: 'always' }),
    onSuccess: ({ experiments }) => {
      const found = experiments.find(experiment => experiment.name === name)
      if (found) onFound(found)
    },
  })
}
