/** One process leads and another stands by: whatever happens to the leader, every number is exact, and figures soon move again. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openProxy } from '../testing/proxy/tcp-proxy.ts'
import { until } from '../testing/until.ts'
import type { Child } from './child.ts'
import { EXACT } from './judge.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { FULL, openRandom } from './random.ts'
import { reportVerdict } from './results.ts'
import { makeTraffic } from './traffic.ts'

const PARTS = FULL ? 24 : 8
/** Traffic in parts, to be appended while something happens. */
const openParts = (pipeline: Pipeline, name: string) => {
  const random = openRandom(name)
  const { entries } = makeTraffic(random, { events: FULL ? 20_000 : 1_200, now: Date.now() })
  const size = Math.ceil(entries.length / PARTS)
  const append = (parts = 1) => pipeline.append(entries.splice(0, parts * size))
  return { random, append, appendRest: () => append(PARTS) }
}
const epochOf = async ({ sql, db }: Pipeline): Promise<number> => {
  const [row] = await sql<{ epoch: string }[]>`
    SELECT epoch FROM projector_leases WHERE consumer_group = ${`projector-${db}`}`
  return Number(row?.epoch ?? 0)
}
const judged = async (pipeline: Pipeline, injected: string, times: number) => {
  await pipeline.caughtUp(240_000)
  const verdict = await pipeline.judge()
  await reportVerdict('R-06', injected, times, verdict)
  expect(verdict).toMatchObject(EXACT)
}

test('R-06 of two processes one leads and the other stands by, which goes on at once when the leader stops', async () => {
  const pipeline = await openPipeline()
  const { append, appendRest } = openParts(pipeline, 'R-06 standby')
  await append()
  let running = pipeline.start()
  await pipeline.caughtUp()
  const handovers = FULL ? 10 : 2
  for (let handover = 1; handover <= handovers; handover++) {
    const standby = pipeline.start()
    await append()
    await pipeline.caughtUp()
    expect(await epochOf(pipeline)).toBe(handover)
    await Promise.all([append(), running.stop()])
    await pipeline.caughtUp()
    expect(await epochOf(pipeline)).toBe(handover + 1)
    running = standby
  }
  await appendRest()
  await judged(pipeline, 'the leader stops, the standby goes on', handovers)
}, 900_000)

test('R-06 two leaders at once, again and again, because the lease is taken from the one that works: every number is exact', async () => {
  const pipeline = await openPipeline()
  const { random, append, appendRest } = openParts(pipeline, 'R-06 two')
  const all = [pipeline.start(), pipeline.start()]
  const times = FULL ? 20 : 3
  for (let time = 0; time < times; time++) {
    await append()
    await sleep(random.int(0, 1_500))
    const before = await epochOf(pipeline)
    await until(async () => {
      await pipeline.sql`UPDATE projector_leases SET expires_at = clock_timestamp() - interval '1 second'`
      return (await epochOf(pipeline)) > before
    }, 60_000)
  }
  await appendRest()
  await judged(pipeline, 'two leaders at once', times)
  // Nothing but lost leases, and what a new leader ended of the former one's.
  expect(all.flatMap(({ errors }) => errors.map(String)).filter(error => !LOST.test(error))).toEqual([])
}, 900_000)
const LOST = /LeaseLost|Another process leads|Query was cancelled|is killed in pending state/

type Harm = { what: string; harm: (child: Child) => unknown; heal?: (child: Child) => unknown }
const FROZEN_MS = FULL ? 60_000 : 10_000
const HARMS: Harm[] = [
  { what: 'kill -9 of the leader', harm: child => child.end('SIGKILL') },
  {
    what: `the leader frozen for ${FROZEN_MS / 1000} s`,
    harm: child => process.kill(child.pid, 'SIGSTOP'),
    heal: child => process.kill(child.pid, 'SIGCONT'),
  },
]

test.each(HARMS)(
  'R-06 $what: the standby takes over, and every number is exact',
  async ({ what, harm, heal }) => {
    const pipeline = await openPipeline()
    const { random, append, appendRest } = openParts(pipeline, `R-06 ${what}`)
    const start = async () => {
      const child = pipeline.startProcess({ MAX_BATCH: String(random.int(50, 400)) })
      await child.says(/^ready/)
      return child
    }
    let leader = await start()
    await append()
    await leader.says(/^batch/)
    let standby = await start()
    const tries = FULL ? 10 : 1
    const tookMs: number[] = []
    for (let time = 0; time < tries; time++) {
      await append()
      await sleep(random.int(0, 700))
      const [at, before] = [Date.now(), await epochOf(pipeline)]
      await harm(leader)
      await append()
      await until(async () => (await epochOf(pipeline)) > before, 60_000)
      await pipeline.caughtUp(120_000)
      tookMs.push(Date.now() - at)
      if (heal) {
        await sleep(Math.max(0, at + FROZEN_MS - Date.now()))
        await heal(leader)
        // It has a batch in hand, which it must not commit.
        await append()
        await pipeline.caughtUp(120_000)
        expect(leader.running(), leader.errors.join('\n')).toBe(true)
      }
      const next = heal ? leader : await start()
      leader = standby
      standby = next
    }
    await appendRest()
    await judged(pipeline, what, tries)
    console.log(`${what}: figures moved again after (ms): ${tookMs.toSorted((a, b) => a - b).join(' ')}`)
  },
  2_400_000,
)

test('R-06 PostgreSQL away for longer than the lease lasts, and its connections lost: the leader goes on when it is back', async () => {
  const pipeline = await openPipeline()
  const { random, append, appendRest } = openParts(pipeline, 'R-06 postgres')
  const { hostname: host, port } = new URL(pipeline.url)
  const target = { host, port: Number(port) }
  const proxies = [await openProxy(target), await openProxy(target)]
  const [RECORDS_URL = '', LOG_URL = ''] = proxies.map(({ port }) => {
    const url = new URL(pipeline.url)
    url.host = `127.0.0.1:${port}`
    return url.href
  })
  const child = pipeline.startProcess({ RECORDS_URL, LOG_URL, MAX_BATCH: '60' })
  await append()
  await child.says(/^batch/)
  const times = FULL ? 10 : 2
  for (let time = 0; time < times; time++) {
    await append()
    await sleep(random.int(0, 500))
    for (const proxy of proxies) proxy.cut()
    await sleep(time % 2 ? random.int(0, 2_000) : 8_000)
    for (const proxy of proxies) proxy.restore()
    await append()
    await pipeline.caughtUp(120_000)
  }
  await appendRest()
  await judged(pipeline, 'PostgreSQL away', times)
  expect(child.running()).toBe(true)
  for (const proxy of proxies) await proxy.close()
}, 900_000)
