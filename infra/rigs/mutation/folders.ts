/** The mutated folders, the tests that may notice their mutants, and the lowest acceptable scores. */

import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Lowest scores: noticed mutants in per cent of the mutants that a test can notice. */
export const FEWEST_KILLED = { folder: 85, whole: 90 }

export type Folder = {
  /** Globs besides the folder's own files. `!` excludes. */
  mutate?: string[]
  /** Globs of tests besides the folder's own tests. A run with fewer tests is faster. */
  tests?: string[]
  /** Its tests open PostgreSQL or ClickHouse. */
  stores?: boolean
  /** A survivor of the folder's tests also runs against the oracle, which compares the folder's figures. */
  oracle?: boolean
}

/** Not mutated: hooks and canvases need a browser, and the end-to-end tests cover them. */
const NEEDS_BROWSER = [
  '**/use-*.ts',
  '**/links/copy-link.ts',
  '**/shell/record-keys.ts',
  '**/shell/session/*.ts',
  '**/data/writes.ts',
  '**/data/figures.ts',
  '**/data/configured-domain.ts',
  '**/address/page-filter.ts',
  '**/pieces/inbox/inbox-pages.ts',
  '**/pieces/inbox/selection.ts',
].map(glob => `!frontend/src/dashboard/${glob}`)

/** The analysts' views are left out: the oracle compares all their rows, which takes minutes. */
export const FOLDERS: Record<string, Folder> = {
  ingest: {},
  'api/contract': {},
  'api/auth': { stores: true },
  'api/forms': { stores: true },
  'api/inbox': { stores: true },
  'api/campaigns': { stores: true, oracle: true, tests: ['api/read-model/closed-days.test.ts'] },
  'api/internal-traffic': { stores: true },
  'api/reports': { stores: true, oracle: true, tests: ['api/experiments/ab-testing-stats.test.ts'] },
  'api/read-model': { stores: true, oracle: true, tests: ['api/reports/*.test.ts'] },
  'api/outbox': { stores: true },
  'api/live': { stores: true },
  'api/spend': { stores: true, oracle: true },
  'api/conversions': { stores: true },
  'api/notifications': { stores: true },
  'api/digest': { stores: true },
  'api/experiments': { stores: true, oracle: true, mutate: ['!api/experiments/statistics/**'] },
  'api/experiments/statistics': {},
  'frontend/src/track': {},
  'frontend/src/dashboard': { mutate: NEEDS_BROWSER },
  'projector/entries': {},
  'projector/jobs': { stores: true, tests: ['api/read-model/closed-days.test.ts'] },
  'projector/steps': {
    stores: true,
    tests: [
      'projector/takeover.test.ts',
      'projector/project.test.ts',
      'projector/simulation/contract.test.ts',
    ],
  },
  'projector/projections': {
    ...{ stores: true, oracle: true },
    tests: [
      'projector/project.test.ts',
      'projector/steps/store.test.ts',
      'projector/steps/by-session.test.ts',
      'projector/generations/parity.test.ts',
      'projector/jobs/days.test.ts',
    ],
  },
  'projector/generations': { stores: true },
  'projector/accounting': { stores: true },
  'projector/privacy': { stores: true },
  'projector/dead-letters': { stores: true },
  'projector/monitoring': { stores: true },
  'infra/log': { stores: true },
  'infra/stores': {
    stores: true,
    // A mutant exists only in the tests' process, but these statements run in the engine's.
    mutate: ['!infra/stores/embedded/engine/statements.ts'],
    tests: ['infra/stores/merge-limits.long.test.ts'],
  },
  'infra/platform': {},
  'infra/reporting': {
    ...{ stores: true, oracle: true },
    mutate: ['*-views.ts', 'experiment-periods.ts'].map(glob => `!infra/reporting/${glob}`),
    tests: ['infra/app/commands/sql.test.ts'],
  },
}

/** A measured estimate for time budgets (README.md). */
export const secondsPerMutant = ({ stores = false }: Folder): number => (stores ? 4 : 0.8)
