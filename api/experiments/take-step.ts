/** One transaction stores the step, the run, the outbox event and the audit entry, and notifies open dashboards. */

import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Experiment } from '@firsttouch/ingest/experiments'
import type { ISql } from 'postgres'
import { v7 } from 'uuid'
import { audit } from '../auth/audit.ts'
import { type Shares, sharesOf } from '../contract/experiments/declared-shares.ts'
import type { StateName, Step } from '../contract/experiments/life.ts'
import type { Deps } from '../deps.ts'
import { announceChange } from '../live/live.ts'
import { nextVersion } from '../outbox/enqueue.ts'
import { enqueueStep } from '../outbox/steps.ts'
import {
  beginsRun,
  type ExperimentState,
  readState,
  sharesShown,
  stateAfter,
  stepsFrom,
} from './life/changes.ts'
import { type NewRun, plannedAgain, presentRun, runsOf, type StoredRun, startRun } from './runs.ts'

type Needs = Pick<Deps, 'sql' | 'now'> & { config: Pick<Deps['config'], 'timeZone'> }

export type Asked = {
  step: Step
  reason: string
  by: string
  version?: number | undefined
  winner?: string | null
  notKnown?: string
  /** The new run. If it is missing, a reopened experiment starts a run with the last run's plan. */
  planned?: Omit<NewRun, 'startedAt'>
}

/** Throws HttpError 409 if the state does not allow the step or `version` is outdated. */
export const stateAsked = (
  { config }: Pick<Needs, 'config'>,
  experiment: Experiment,
  current: ExperimentState,
  { step, version }: Pick<Asked, 'step' | 'version'>,
): StateName => {
  if (version !== undefined && version !== current.version)
    throw movedOn(experiment, current, config.timeZone)
  const state = stateAfter(current, step)
  if (state === null) throw outOfOrder(experiment, current, step)
  const { title, variants } = experiment
  const hasPage = (shown: string) => variants.some(({ name }) => name === shown)
  if (state === 'running' && step !== 'start' && !Object.keys(current.shares).every(hasPage))
    throw new HttpError(
      409,
      `“${title}” has run with a variant that no longer has a page. Start a new run with the present variants.`,
    )
  return state
}

/** `current` is the state that the caller has checked. The second of two concurrent steps fails with HttpError 409. */
export const takeStep = async (
  deps: Needs,
  experiment: Experiment,
  current: ExperimentState,
  asked: Asked,
): Promise<ExperimentState> => {
  const { sql, config } = deps
  const state = stateAsked(deps, experiment, current, asked)
  try {
    await sql.begin(tx => store(tx, experiment, current, state, asked, timeAfter(current, deps.now())))
  } catch (error) {
    if (!isTaken(error)) throw error
    throw movedOn(experiment, await readState(sql, experiment), config.timeZone)
  }
  return readState(sql, experiment)
}

/** Returns a time after the newest step. Another process with a faster clock may have stored that step. */
const timeAfter = ({ newest }: ExperimentState, now: Date): Date =>
  new Date(Math.max(now.getTime(), (newest?.at.getTime() ?? 0) + 1))

const isTaken = (error: unknown): boolean =>
  error instanceof Error &&
  'constraint_name' in error &&
  error.constraint_name === 'experiment_changes_one_at_a_time'

const store = async (
  tx: ISql,
  experiment: Experiment,
  current: ExperimentState,
  state: StateName,
  asked: Asked,
  at: Date,
): Promise<void> => {
  const { step, reason, by, notKnown = '' } = asked
  const run = await runAfter(tx, experiment, current, asked, at)
  const winner = step === 'end' ? (asked.winner ?? null) : beginsRun(current, step) ? null : current.winner
  const version = current.version + 1
  const shares = sharesShown(experiment, { state, winner, shares: run?.shares ?? current.shares })
  const id = v7()
  const previous = tx`(SELECT coalesce(max(event_version), 0) FROM experiment_changes WHERE test_name = ${experiment.name})`
  await tx`
    INSERT INTO experiment_changes (id, test_name, version, step, state, run_id, shares, winner, reason, not_known, at, by,
      event_version)
    VALUES (${id}, ${experiment.name}, ${version}, ${step}, ${state}, ${run?.id ?? null},
      ${JSON.stringify(shares)}::text::json, ${winner}, ${reason}, ${notKnown}, ${at}, ${by},
      ${nextVersion(tx, previous)})`
  await enqueueStep(tx, id)
  const detail = { experiment: experiment.name, version, state, run: run?.id ?? null, winner }
  await audit(tx, { at, actor: by, action: `experiment.${step}`, detail })
  await announceChange(tx, ['experiments', 'ab-testing-stats'])
}

const runAfter = async (
  tx: ISql,
  experiment: Experiment,
  current: ExperimentState,
  { step, planned }: Asked,
  at: Date,
): Promise<{ id: string; shares: Shares } | null> => {
  if (beginsRun(current, step)) {
    const { id } = await startRun(tx, { ...(planned ?? (await lastAgain(tx, experiment))), startedAt: at })
    return { id, shares: planned ? sharesOf(experiment, planned.plan.split) : current.shares }
  }
  if (!current.hasRun) return null
  if (current.run !== null) return { id: current.run, shares: current.shares }
  return { id: (await presentRun(tx, experiment, at)).id, shares: sharesOf(experiment) }
}

const lastAgain = async (tx: ISql, { name }: Experiment): Promise<StoredRun> => {
  const [last] = await runsOf(tx, name)
  if (!last) throw new Error(`${name} has no run to resume`)
  return { ...last, plan: plannedAgain(last) }
}

const DONE: Record<Step, string> = {
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  end: 'ended',
  reopen: 'reopened',
  archive: 'archived',
}

const movedOn = ({ title }: Experiment, { newest }: ExperimentState, timeZone: string): HttpError =>
  new HttpError(
    409,
    newest
      ? `“${title}” has changed: ${newest.by} ${DONE[newest.step]} it on ${timeIn(timeZone, newest.at)}. Look at it again.`
      : `“${title}” has no changes yet, so the version you sent does not exist. Look at it again.`,
  )

const outOfOrder = ({ title }: Experiment, current: ExperimentState, step: Step): HttpError => {
  const can = stepsFrom(current).map(step => DONE[step])
  return new HttpError(
    409,
    `“${title}” is ${current.state}: it can be ${EITHER.format(can)} now, but not ${DONE[step]}.`,
  )
}

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const timeIn = (timeZone: string, at: Date): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)} (${timeZone})`
