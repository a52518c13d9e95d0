import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { EXACT } from './judge.ts'
import { FULL, openRandom } from './random.ts'
import { reportVerdict } from './results.ts'
import { type FaultStores, openFaultStores } from './stores.ts'
import { makeTraffic } from './traffic.ts'

let stores: FaultStores
beforeEach(async () => {
  stores = await openFaultStores()
})

test('R-01 kill -9 of the projector at random moments, with batches of random size: every number is exact', async () => {
  const random = openRandom('R-01')
  const { entries } = makeTraffic(random, { events: FULL ? 60_000 : 3_000, now: Date.now() })
  const kills = FULL ? 45 : 3
  const part = Math.ceil(entries.length / (kills + 1))
  await stores.append(entries.slice(0, part))
  for (let kill = 1; kill <= kills; kill++) {
    const child = stores.startProjector({ MAX_BATCH: String(random.int(20, FULL ? 1_500 : 400)) })
    await child.says(/^batch/)
    const appending = stores.append(entries.slice(kill * part, (kill + 1) * part))
    await sleep(random.int(0, 700))
    await child.end('SIGKILL')
    await appending
  }
  await stores.projectAll()
  const verdict = await stores.judge()
  await reportVerdict('R-01', 'kill -9 of the projector', kills, verdict)
  expect(verdict).toMatchObject(EXACT)
}, 600_000)

test('R-04 kill -9 between a batch and its commit: it is handed over again, every number is exact', async () => {
  const random = openRandom('R-04')
  const kills = FULL ? 12 : 2
  await stores.append(makeTraffic(random, { events: FULL ? 10_000 : 1_000, now: Date.now() }).entries)
  const handedOver = new Map<string, number>()
  for (let kill = 0; kill < kills; kill++) {
    const child = stores.startProjector({ DIE_AFTER_BATCH: String(random.int(1, 3)), MAX_BATCH: '60' })
    expect(await child.ended).toBe(null)
    for (const line of child.lines.filter(line => line.startsWith('batch')))
      handedOver.set(line, (handedOver.get(line) ?? 0) + 1)
  }
  expect([...handedOver.values()].filter(times => times > 1)).not.toHaveLength(0)
  await stores.projectAll()
  const verdict = await stores.judge()
  await reportVerdict('R-04', 'kill -9 between the writes and the commit', kills, verdict)
  expect(verdict).toMatchObject(EXACT)
}, 300_000)

/** How many writes a batch with every kind of event takes; one more begins the next batch. */
const WRITES = 13

test('R-05 kill -9 inside any of the writes of a batch: the next attempt completes them all', async () => {
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
  await reportVerdict('R-05', 'kill -9 inside one of the writes', writes.length, verdict)
  expect(verdict).toMatchObject(EXACT)
}, 300_000)
