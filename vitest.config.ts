import { SlowestFiles } from '@firsttouch/infra/rigs/testing/run/cost'
import { defineConfig } from 'vitest/config'

const LONG = '{frontend,ingest,projector,api,infra}/**/*.long.test.ts'
/** They fetch drivers of other languages, and other browsers. */
const CLIENTS = 'infra/rigs/testing/clients/*.test.ts'
const BROWSERS = 'frontend/e2e/engines/*.test.ts'
/** They build and start images. */
const CONTAINERS = 'infra/rigs/containers/*.long.test.ts'
/** They measure how long a person waits, so no other file runs beside them. */
const ALONE = 'infra/rigs/system/release/one-machine.long.test.ts'
/** Files of a process share its modules, PostgreSQL, engine and browser. Starting them for each file is slow. */
const SHARED = { isolate: false }
/** Most of these tell a story, one test after the other. */
const STORIES = { shuffle: { files: true, tests: false } }

export default defineConfig({
  test: {
    // For a machine that others use as well; a quiet one needs a tenth of it.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
    // One shuffled order that everybody gets; `npm test -- --ten-times` and `--sequence.seed` take others.
    sequence: { shuffle: { files: true, tests: true }, seed: 22 },
    globalSetup: ['infra/rigs/testing/run/folder.ts', 'infra/rigs/testing/run/order.ts'],
    setupFiles: 'infra/rigs/testing/run/hooks.ts',
    reporters: ['default', new SlowestFiles()],
    projects: [
      {
        extends: true,
        test: {
          name: 'short',
          include: ['{frontend,ingest,projector,api,infra}/**/*.test.{ts,tsx}'],
          exclude: [LONG],
          ...SHARED,
          // The longest takes ten seconds: with a fault that makes it wait for ever, the form still ends in minutes.
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: [LONG],
          exclude: [ALONE, CLIENTS, BROWSERS, CONTAINERS],
          ...SHARED,
          sequence: STORIES,
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: [ALONE], sequence: { ...STORIES, groupOrder: 1 } },
      },
      { extends: true, test: { name: 'clients', include: [CLIENTS], sequence: STORIES } },
      { extends: true, test: { name: 'containers', include: [CONTAINERS], sequence: STORIES } },
      { extends: true, test: { name: 'browsers', include: [BROWSERS], sequence: STORIES } },
    ],
  },
})
