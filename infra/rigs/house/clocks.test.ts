/**
 * Pauses and time limits use the monotonic clock (`performance.now`). With the wall clock, setting it back by an hour
 * would lengthen a pause of a second to an hour.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const SHIPPED = /^(api|ingest|projector|infra)\/.*\.ts$/
const NOT_SHIPPED = /\.test\.ts$|\/testing\/|\/rigs\/|\/simulation\//

const ASKS_THE_WALL_CLOCK: Record<string, string> = {
  'api/notifications/webhook/post.ts': 'Retry-After names a moment',
  'infra/app/commands/backup-files.ts': 'part of a name',
  'infra/app/seed/records.ts': 'records of the last month',
  'infra/log/kafka/connection.ts': 'compared with a time from kafkajs',
  'infra/platform/one-at-a-time.ts': 'compared with a file’s time',
  'infra/stores/embedded/initialise.ts': 'compared with a folder’s time',
  'infra/stores/upkeep-metrics.ts': 'compared with the expiry of a certificate',
  'infra/stores/upkeep.ts': 'compared with PostgreSQL’s clock',
  'projector/accounting/accounting.ts': 'compared with the time of a stored snapshot',
  'projector/jobs/days.ts': 'which day is over',
  'projector/steps/store.ts': 'versions of tests, above those of an earlier process',
}

test('only code that compares with a stored or sent time reads the wall clock', () => {
  const files = execFileSync('git', ['ls-files', ...['api', 'ingest', 'projector', 'infra']], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(name => SHIPPED.test(name) && !NOT_SHIPPED.test(name))
  const asking = files.filter(name => readFileSync(join(ROOT, name), 'utf8').includes('Date.now'))
  expect(files.length).toBeGreaterThan(200)
  expect(asking.toSorted()).toEqual(Object.keys(ASKS_THE_WALL_CLOCK).toSorted())
})
