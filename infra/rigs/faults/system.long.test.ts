import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { logIn } from '../testing/system.ts'
import { until } from '../testing/until.ts'
import { openFigures, printSpread } from './figures.ts'
import { EXACT } from './judge.ts'
import { type Load, startLoad } from './load.ts'
import { FULL, openRandom } from './random.ts'
import { report, reportVerdict } from './results.ts'
import { idsOf, openSystemChild } from './system-child.ts'

test('R-16 after kill -9 of the whole system under load, every acknowledged event is in the log and counts once', async () => {
  const random = openRandom('R-16')
  const system = await openSystemChild()
  const load = startLoad(random, FULL ? 20 : 6)
  const kills = FULL ? 40 : 2
  for (let kill = 0; kill < kills; kill++) {
    const child = await system.start()
    load.aim(child.url)
    const before = load.acknowledged.size
    await until(() => load.acknowledged.size > before + 50, 60_000)
    await sleep(random.int(0, FULL ? 2_000 : 500))
    await child.end('SIGKILL')
  }
  const child = await system.start()
  load.aim(child.url)
  await sleep(500)
  await load.stop()
  await system.caughtUp()
  expect(await child.end('SIGTERM')).toBe(0)

  const inLog = idsOf(await system.readLog())
  const lost = [...load.acknowledged].filter(id => !inLog.has(id))
  const verdict = await system.judge()
  const { uniqueEvents: events, duplicates, wrong } = verdict
  await report({
    id: 'R-16',
    injected: 'kill -9 of the whole system under load',
    times: kills,
    events,
    duplicates,
    lost: lost.length + verdict.lost + verdict.invented,
    wrong: wrong.length,
  })
  expect(lost).toEqual([])
  expect(verdict).toMatchObject(EXACT)
}, 900_000)

test('R-32 after kill -9 of the embedded engine under load, ingest accepts events throughout, figures return, and every event counts once', async () => {
  const random = openRandom('R-32')
  const system = await openSystemChild()
  const child = await system.start()
  const load = startLoad(random, 6)
  load.aim(child.url)
  const kills = FULL ? 50 : 4
  const figures = await openFigures(child.url)
  const answeredMs: number[] = []
  const countedMs: number[] = []
  for (let kill = 0; kill < kills; kill++) {
    const before = load.acknowledged.size
    await until(() => load.acknowledged.size > before + 50, 60_000)
    await sleep(random.int(0, 1_000))
    process.kill(await child.engine(), 'SIGKILL')
    const killedAt = performance.now()
    const source = `kill_${kill}`
    await figures.sendVisit(source)
    await until(async () => (await figures.visits(source)) !== undefined, 60_000)
    answeredMs.push(performance.now() - killedAt)
    await until(async () => (await figures.visits(source)) === 1, 60_000)
    countedMs.push(performance.now() - killedAt)
  }
  await load.stop()
  await system.caughtUp()
  expect(await child.end('SIGTERM')).toBe(0)
  printSpread('from the kill to', [
    ['figures answer', answeredMs],
    ['figures count an event that was sent after the kill', countedMs],
  ])
  expect([...load.answers.keys()].filter(answer => answer !== 'nowhere')).toEqual(['202'])
  const inLog = idsOf(await system.readLog())
  expect([...load.acknowledged].filter(id => !inLog.has(id))).toEqual([])
  const verdict = await system.judge()
  await reportVerdict('R-32', 'kill -9 of the embedded engine under load', kills, verdict)
  expect(verdict).toMatchObject(EXACT)
}, 900_000)

test('R-17 SIGTERM under load gives only 202 and 503, no refused or reset connection, and exit 0 within 15 s with a live stream open', async () => {
  const random = openRandom('R-17')
  const system = await openSystemChild()
  const load = startLoad(random, 10)
  const times = FULL ? 10 : 1
  for (let i = 0; i < times; i++) {
    // Long enough for a load balancer on a slow machine to notice.
    const child = await system.start({ DRAIN_SECONDS: '5' })
    const stream = await openStream(child.url)
    const balancing = balance(child.url, load)
    const before = load.acknowledged.size
    await until(() => load.acknowledged.size > before + 50, 60_000)
    await sleep(random.int(0, 500))
    const began = Date.now()
    expect(await child.end('SIGTERM')).toBe(0)
    expect(Date.now() - began).toBeLessThan(15_000)
    await balancing
    expect(await stream.ended).toContain('analytics')
  }
  await load.stop()
  const inLog = idsOf(await system.readLog())
  const lost = [...load.acknowledged].filter(id => !inLog.has(id))
  expect([...load.answers.keys()].filter(answer => !/^(202|503|nowhere)$/.test(answer))).toEqual([])
  expect(lost).toEqual([])
  await report({
    id: 'R-17',
    injected: 'SIGTERM under load',
    times,
    events: inLog.size,
    duplicates: 0,
    lost: lost.length,
    wrong: 0,
  })
}, 300_000)

/**
 * A load balancer: sends requests only while the process reports ready. A slow log may make it unready for a moment. The last report before
 * the process ends must be 503.
 */
const balance = async (url: string, load: Load): Promise<void> => {
  for (let last: number | 'gone' = 200; ; await sleep(200)) {
    const ready = await fetch(`${url}/health/ready`).then(
      answer => answer.status,
      () => 'gone' as const,
    )
    load.aim(ready === 200 ? url : '')
    if (ready === 'gone') return expect(last).toBe(503)
    expect([200, 503]).toContain(ready)
    last = ready
  }
}

/** A dashboard on the live stream. `ended` resolves with all that it received. */
const openStream = async (url: string): Promise<{ ended: Promise<string> }> => {
  const stream = await fetch(`${url}/api/admin/live`, { headers: { cookie: await logIn(url) } })
  expect(stream.status).toBe(200)
  return { ended: stream.text() }
}
