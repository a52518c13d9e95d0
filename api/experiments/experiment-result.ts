import { HttpError } from '@firsttouch/infra/platform/http/http'
import type { Experiment as Declared } from '@firsttouch/ingest/experiments'
import type { Experiment } from '../contract/experiments/life.ts'
import type { Deps } from '../deps.ts'
import { dueStep, notKnown, shownTo } from './description.ts'
import { type ExperimentState, readState, sharesShown, stepsFrom } from './life/changes.ts'
import { answered, runsOf } from './runs.ts'
import { readAndLatch } from './verdicts.ts'

type Needs = Pick<Deps, 'sql' | 'readModel' | 'now' | 'config'>

export const experimentResult = async (
  deps: Needs,
  declared: Declared,
  known?: ExperimentState,
): Promise<Experiment> => {
  const current = known ?? (await readState(deps.sql, declared))
  const reading = await readingOf(deps, declared, current)
  const { name, title, path } = declared
  const { state, version, winner, newest } = current
  const shares = sharesShown(declared, current)
  const verdict = reading?.verdict ?? null
  const run = reading?.run ?? (current.hasRun ? (await runsOf(deps.sql, name))[0] : undefined)
  return {
    name,
    title,
    path,
    state,
    variants: declared.variants.map(variant => ({
      name: variant.name,
      label: variant.label,
      share: shares[variant.name] ?? 0,
      path: variant.path ?? null,
      unknown: notKnown(verdict, variant.name),
    })),
    winner,
    version,
    since: newest?.at.toISOString() ?? null,
    run: run ? answered(run) : null,
    verdict,
    steps: stepsFrom(current),
    due: dueStep(state, verdict),
    shown: shownTo(declared, { ...current, shares }, deps.config.timeZone),
  }
}

/** Returns null before the first run. Without ClickHouse, returns null so that staff can still end a test. */
export const readingOf = async (deps: Needs, declared: Declared, current: ExperimentState) => {
  if (!current.hasRun) return null
  try {
    return await readAndLatch(deps, declared)
  } catch (error) {
    if (error instanceof HttpError && error.status === 503) return null
    throw error
  }
}
