/** The experiments that can be compared: two to five variants, the control first. */
import { HttpError } from '@firsttouch/infra/platform/http/http'
import { EXPERIMENTS, type Experiment, type Variant } from '@firsttouch/ingest/experiments'
import type { Deps } from '../deps.ts'
import { hasRun } from './runs.ts'

export type ComparedExperiment = { testName: string; variants: readonly Variant[] }

const MOST_VARIANTS = 5

export const comparedOf = ({
  name,
  variants,
}: Pick<Experiment, 'name' | 'variants'>): ComparedExperiment | null =>
  variants.length >= 2 && variants.length <= MOST_VARIANTS ? { testName: name, variants } : null

export const weightsOf = ({ variants }: ComparedExperiment): number[] => variants.map(({ weight }) => weight)

export const COMPARED: ComparedExperiment[] = EXPERIMENTS.map(comparedOf).filter(test => test !== null)

/** Throws a HttpError (404). */
export const declared = (testName: string): ComparedExperiment => {
  const test = COMPARED.find(test => test.testName === testName)
  if (test) return test
  throw new HttpError(
    404,
    `There is no experiment named "${testName}" with two to five variants. Declared are: ${COMPARED.map(test => test.testName).join(', ')}.`,
  )
}

/** An experiment that waits for its start has no run. */
export const isUnderWay = async ({ sql }: Pick<Deps, 'sql'>, testName: string): Promise<boolean> =>
  EXPERIMENTS.find(({ name }) => name === testName)?.initially === 'running' || hasRun(sql, testName)
