import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProgress, type Progress } from './readiness.ts'

const log = { waiting: 0, committed: 10, perLook: 0, down: false }
let progress: Progress
beforeEach(async () => {
  Object.assign(log, { waiting: 0, committed: 10, perLook: 0, down: false })
  const { sql } = await openTestPostgres()
  const positions = async () => {
    if (log.down) throw new Error('the log is down')
    log.committed += log.perLook
    return [{ partition: 0, start: 0, end: log.committed + log.waiting, committed: log.committed }]
  }
  progress = openProgress({ log: { positions }, sql }, { lookEveryMs: 10, standstillMs: 300 })
})
afterEach(() => progress.close())

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

test('a projector without waiting entries stays ready, however long nothing arrives', async () => {
  await pause(600)
  expect(progress.check()).toBeNull()
})

test('with waiting entries and no progress the projector is not ready, until it finishes a batch', async () => {
  log.waiting = 3
  await until(() => progress.check() === 'progress', 5_000)
  progress.done()
  expect(progress.check()).toBeNull()
  await until(() => progress.check() === 'progress', 5_000)
  log.waiting = 0
  await until(() => progress.check() === null, 5_000)
})

test('a standby is ready while entries wait and the leader commits', async () => {
  Object.assign(log, { waiting: 3, perLook: 5 })
  await pause(600)
  await until(() => progress.check() === null, 5_000)
  log.perLook = 0
  await until(() => progress.check() === 'progress', 5_000)
})

test('readiness reports a log that does not answer, and a stopped projector, which stays not ready', async () => {
  log.down = true
  await until(() => progress.check() === 'log', 5_000)
  log.down = false
  await until(() => progress.check() === null, 5_000)
  progress.stopped()
  await pause(50)
  expect(progress.check()).toBe('too many dead letters')
})
