/** Begins a run: the step, and the plan that follows from what was asked and from the traffic. */
import type { Experiment } from '@firsttouch/ingest/experiments'
import { notKnown } from '../contract/experiments/not-known.ts'
import type { Deps } from '../deps.ts'
import { type Life, readLife } from './life/changes.ts'
import { sharesOf } from './life/shares.ts'
import { type Asked, stateAsked, takeStep } from './life/take.ts'
import { type PlanTerms, plannedRun } from './planning.ts'
import { startRun } from './runs.ts'
import { readAndLatch } from './verdicts.ts'

/** Throws a HttpError where the step is out of order, or the run so planned that it would never end. */
export const start = async (
  deps: Deps,
  experiment: Experiment,
  asked: Pick<Asked, 'reason' | 'version' | 'by'>,
  terms: PlanTerms,
): Promise<Life> => {
  const life = await readLife(deps.sql, experiment)
  stateAsked(deps, experiment, life, { ...asked, step: 'start' })
  // Reading keeps the decision of the run that ends here.
  const reading = life.hasRun ? await readAndLatch(deps, experiment) : null
  const planned = await plannedRun(deps, experiment, terms)
  return takeStep(deps, experiment, life, {
    ...asked,
    step: 'start',
    notKnown: life.state === 'running' ? notKnown(experiment, reading?.verdict, null) : '',
    run: async (tx, startedAt) => {
      const { id } = await startRun(tx, { ...planned, startedAt })
      return { id, shares: sharesOf(experiment, [...planned.plan.split]) }
    },
  })
}
