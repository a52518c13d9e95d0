/** Starts the landing page's A/B test before the seeded traffic begins. */
import { readState } from '@firsttouch/api/experiments/life/changes'
import { DEFAULT_PLAN } from '@firsttouch/api/experiments/statistics/run'
import { takeStep } from '@firsttouch/api/experiments/take-step'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import type { Sql } from '../../stores/postgres.ts'

/** Skips an experiment that staff have changed. */
export const startExperiment = async (sql: Sql, at: Date): Promise<void> => {
  const current = await readState(sql, LANDING_PAGE)
  if (current.version > 0) return
  const { name, variants } = LANDING_PAGE
  await takeStep({ sql, now: () => at, config: { timeZone: 'UTC' } }, LANDING_PAGE, current, {
    step: 'start',
    reason: 'To see which page brings more customers.',
    by: 'seed',
    planned: {
      testName: name,
      variants: variants.map(variant => variant.name),
      plan: DEFAULT_PLAN,
      baselineRate: null,
      goal: 'any',
      primaryConversionTypes: [],
    },
  })
}
