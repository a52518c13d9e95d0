/** Shares of an experiment's variants, in percent. */
import type { Issue } from '@firsttouch/infra/platform/http/http'
import type { Experiment } from '@firsttouch/ingest/experiments'
import { controlOf, type Shares } from '../../contract/experiments/declared-shares.ts'
import type { StateName } from '../../contract/experiments/life.ts'

/** Tolerance for rounding errors of floating-point shares. */
const NEARLY = 1e-6

/** Validates requested shares and returns the issues. */
export const issuesOf = ({ name, variants }: Experiment, shares: Shares): Issue[] => {
  const declared = variants.map(variant => variant.name)
  const issues = [
    ...Object.keys(shares)
      .filter(variant => !declared.includes(variant))
      .map(variant => ({
        path: `shares.${variant}`,
        message: `is not a variant of ${name}: those are ${declared.join(', ')}`,
      })),
    ...declared
      .filter(variant => !Object.hasOwn(shares, variant))
      .map(variant => ({
        path: `shares.${variant}`,
        message: 'is missing: give every variant its share',
      })),
  ]
  const sum = Object.values(shares).reduce((sum, share) => sum + share, 0)
  return issues.length > 0 || Math.abs(sum - 100) <= NEARLY
    ? issues
    : [{ path: 'shares', message: `must add up to 100, not ${Number(sum.toFixed(6))}` }]
}

/** Shares that new visitors get. `shares` are those of the run. */
export const sharesShown = (
  experiment: Experiment,
  { state, winner, shares }: { state: StateName; winner: string | null; shares: Shares },
): Shares => {
  const names = experiment.variants.map(({ name }) => name)
  if (state === 'running')
    return Object.fromEntries(names.flatMap(name => (name in shares ? [[name, shares[name] ?? 0]] : [])))
  const shown = winner ?? controlOf(experiment)
  return Object.fromEntries(names.map(name => [name, name === shown ? 100 : 0]))
}
