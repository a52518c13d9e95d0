/** Error messages for steps that the state does not allow. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Experiment } from '@firsttouch/ingest/experiments'
import type { Step } from '../../contract/experiments/life.ts'
import type { ExperimentState } from './changes.ts'
import { stepsFrom } from './steps.ts'

const DONE: Record<Step, string> = {
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  end: 'ended',
  reopen: 'reopened',
  archive: 'archived',
}

export const movedOn = ({ title }: Experiment, { newest }: ExperimentState, timeZone: string): HttpError =>
  new HttpError(
    409,
    newest
      ? `“${title}” has been ${DONE[newest.step]} by ${newest.by} at ${timeIn(timeZone, newest.at)} meanwhile. Look at it again.`
      : `Nobody has taken a step with “${title}” yet: it has no such version. Look at it again.`,
  )

export const outOfOrder = ({ title }: Experiment, current: ExperimentState, step: Step): HttpError => {
  const can = stepsFrom(current).map(step => DONE[step])
  return new HttpError(
    409,
    `“${title}” is ${current.state}: it can be ${EITHER.format(can)} now, but not ${DONE[step]}.`,
  )
}

export const pageless = ({ title }: Experiment): HttpError =>
  new HttpError(
    409,
    `“${title}” has run with a variant that no longer has a page. Start a new run with the present variants.`,
  )

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const timeIn = (timeZone: string, at: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)} (${timeZone})`
