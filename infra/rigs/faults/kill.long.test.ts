import { DAY_SUMS } from '@firsttouch/projector/projections/days'
import { ROLLUPS } from '@firsttouch/projector/projections/index'
import { beforeEach, expect, test } from 'vitest'
import { EXACT } from './judge.ts'
import { killAtRandom, killBeforeCommit } from './kills.ts'
import { FULL, openRandom } from './random.ts'
import { reportVerdict } from './results.ts'
import { type FaultStores, openFaultStores } from './stores.ts'
import { makeTraffic } from './traffic.ts'

let stores: FaultStores
beforeEach(async () => {
  stores = await openFaultStores()
})

test('R-01 after kill -9 of the projector at random moments, with batches of random size, every number is exact', async () => {
  const random = openRandom('R-01')
  const { entries } = makeTraffic(random, { events: FULL ? 60_000 : 3_000, now: Date.now() })
  const kills = FULL ? 45 : 3
  await killAtRandom(stores, random, { kills, entries, mostABatch: FULL ? 1_500 : 400 })
  await stores.projectAll()
  const verdict = await stores.judge()
  await reportVerdict('R-01', 'kill -9 of the projector', kills, verdict)
  expect(verdict).toMatchObject(EXACT)
}, 600_000)

test('R-04 after kill -9 between a batch and its commit, the batch is repeated and every number is exact', async () => {
  const random = openRandom('R-04')
  const kills = FULL ? 12 : 2
  await stores.append(makeTraffic(random, { events: FULL ? 10_000 : 1_000, now: Date.now() }).entries)
  expect(await killBeforeCommit(stores, random, kills)).not.toHaveLength(0)
  await stores.projectAll()
  const verdict = await stores.judge()
  await reportVerdict('R-04', 'kill -9 between the writes and the commit', kills, verdict)
  expect(verdict).toMatchObject(EXACT)
}, 300_000)

/** Writes of a batch with all kinds of events: events, roll-ups, days, progress, and the transaction's begin and commit. */
const WRITES = 1 + ROLLUPS.length + DAY_SUMS.length + 1 + 2

test('R-05 after kill -9 at each write of a batch, the next attempt completes the batch', async () => {
  const random = openRandom('R-05')
  await stores.append(makeTraffic(random, { events: FULL ? 6_000 : 800, now: Date.now() }).entries)
  const all = Array.from({ length: WRITES }, (_, i) => i + 1)
  const writes = FULL ? all : random.shuffled(all).slice(0, 3)
  for (const write of writes) {
    const child = stores.startProjector({ DIE_AT_WRITE: String(write), MAX_BATCH: '40' })
    expect(await child.ended).toBe(null)
  }
  await stores.projectAll()
  const verdict = await stores.judge()
  await reportVerdict('R-05', 'kill -9 at one of the writes', writes.length, verdict)
  expect(verdict).toMatchObject(EXACT)
}, 300_000)
