/** One step in an experiment's life, at the version that the dialog shows. What goes wrong is said in the dialog. */
import type { Experiment, ExperimentList, Step, StepRequest } from '@firsttouch/api/contract/experiments/life'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../../ui/toast.ts'
import { isPasswordNeeded, isRefused, writeFailure } from '../../data/failures.ts'
import { everyOf, keyOf } from '../../data/reads.ts'
import { useAdminWrite } from '../../data/writes.ts'
import { wordsOf } from './steps.ts'

const NO_ANSWER =
  'No answer came, so it is not known whether this was done. Nothing that you typed is lost. Send it again: it cannot be done twice.'

/** `experiment` stays the newest while the dialog is open, so a refused step can be sent again at the version then shown. */
export const useStep = <Body extends Omit<StepRequest, 'version'>>(
  step: Step,
  experiment: Experiment,
  onDone: () => void,
) => {
  const client = useQueryClient()
  const { name, version } = experiment
  const { mutate, error, isPending } = useAdminWrite<Body, Experiment>({
    call: body => ({
      method: 'POST',
      path: `experiments/${encodeURIComponent(name)}/${step}`,
      body: { ...body, version },
    }),
    changes: 'experiments',
    failure: null,
    onSaved: answer => {
      client.setQueryData<ExperimentList>(
        keyOf('experimentList'),
        list => list && { experiments: list.experiments.map(one => (one.name === name ? answer : one)) },
      )
      toast({ title: wordsOf(step, experiment).done })
      onDone()
    },
  })
  return {
    send: (body: Body) =>
      mutate(body, { onError: () => client.invalidateQueries(everyOf('experimentList')) }),
    isWorking: isPending,
    refusal: error && !isPasswordNeeded(error) ? (isRefused(error) ? writeFailure(error) : NO_ANSWER) : '',
    isPossible: experiment.steps.includes(step),
  }
}
export type StepInHand = Omit<ReturnType<typeof useStep>, 'send'>
