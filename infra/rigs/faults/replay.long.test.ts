import { expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { openDashboard } from './dashboard.ts'
import { EXACT } from './judge.ts'
import { inBatchesOf, openPipeline } from './pipeline.ts'
import { FULL, openRandom } from './random.ts'
import { reportVerdict } from './results.ts'
import { makeTraffic } from './traffic.ts'

test('R-02 replayed twice from the first entry, every answer of the dashboard is the same to the byte', async () => {
  const random = openRandom('R-02')
  const now = new Date()
  const pipeline = await openPipeline()
  await pipeline.append(makeTraffic(random, { events: FULL ? 10_000 : 800, now: now.getTime() }).entries)
  let projector = pipeline.start({ log: inBatchesOf(random.int(50, 500)) })
  await pipeline.caughtUp()
  const dashboard = await openDashboard(pipeline, () => now)
  const before = await dashboard.read()
  expect(before).toMatch(/"totalVisits":[1-9]\d\d/)
  for (let replay = 0; replay < 2; replay++) {
    await projector.stop()
    await pipeline.sql`UPDATE log_consumers SET next_offset = 0`
    const batches: number[] = []
    projector = pipeline.start({
      log: log => ({
        ...inBatchesOf(random.int(20, 300))(log),
        consume: (group, handle, options) =>
          log.consume(
            group,
            batch => handle(batch).then(() => void batches.push(batch[0]?.offset ?? 0)),
            options,
          ),
      }),
    })
    await until(() => batches.filter(offset => offset === 0).length > 0, 30_000)
    await pipeline.caughtUp()
    expect(await dashboard.read()).toBe(before)
  }
  await dashboard.close()
  const verdict = await pipeline.judge()
  await reportVerdict('R-02', 'replay of the whole log', 2, verdict)
  expect(verdict).toMatchObject(EXACT)
})

test('R-05 a store that fails inside any of the writes of a batch: the next attempt completes them all', async () => {
  const random = openRandom('R-05')
  const pipeline = await openPipeline()
  await pipeline.append(makeTraffic(random, { events: FULL ? 6_000 : 600, now: Date.now() }).entries)
  const planned = FULL ? 40 : 8
  const most = FULL ? 20 : 5
  let failures = 0
  // Refreshes go side by side: two of them may fail one attempt, which is counted once.
  let attempt = 0
  const failed = new Set<number>()
  let writesUntilFailure = random.int(1, most)
  // A write fails before or after it was done: the projector cannot know which.
  const failing = async (write: () => Promise<unknown>) => {
    const fails = failures < planned && --writesUntilFailure === 0
    if (fails) {
      writesUntilFailure = random.int(1, most)
      failures++
      failed.add(attempt)
    }
    if (fails && failures % 2) throw new Error('connection reset')
    const done = await write()
    if (fails) throw new Error('connection reset')
    return done
  }
  const projector = pipeline.start({
    log: inBatchesOf(FULL ? 100 : 60),
    client: client =>
      Object.assign(Object.create(client), {
        insert: (asked: Parameters<typeof client.insert>[0]) => {
          if (asked.table.endsWith('.events')) attempt++
          return failing(() => client.insert(asked))
        },
        command: (asked: Parameters<typeof client.command>[0]) =>
          /^\s*INSERT/.test(asked.query) ? failing(() => client.command(asked)) : client.command(asked),
      }),
  })
  await pipeline.caughtUp(150_000)
  expect(projector.errors.length).toBeGreaterThanOrEqual(failed.size)
  expect(failures).toBe(planned)
  const verdict = await pipeline.judge()
  await reportVerdict('R-05', 'a write that fails, half of them after it was done', failures, verdict)
  expect(verdict).toMatchObject(EXACT)
})
