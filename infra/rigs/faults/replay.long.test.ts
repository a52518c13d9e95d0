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
