/** A leader and a hot standby. After each fault of the leader every number is exact, and the figures continue soon. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import type { Child } from './child.ts'
import { EXACT } from './judge.ts'
import { openPipeline, type Pipeline } from './pipeline.ts'
import { FULL, openRandom } from './random.ts'
import { reportVerdict } from './results.ts'
import { makeTraffic } from './traffic.ts'

const PARTS = FULL ? 24 : 8
/** Traffic in parts, to append during a fault. */
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
        // The former leader may still hold a batch from before the fault. It must not commit that batch.
        await append()
        await pipeline.caughtUp(120_000)
        expect(leader.running(), leader.errors.join('\n')).toBe(true)
      }
      const next = heal ? leader : await start()
      leader = standby
      standby = next
    }
    await appendRest()
    await pipeline.caughtUp(240_000)
    const verdict = await pipeline.judge()
    await reportVerdict('R-06', what, tries, verdict)
    expect(verdict).toMatchObject(EXACT)
    console.log(`${what}: the figures continued after (ms): ${tookMs.toSorted((a, b) => a - b).join(' ')}`)
  },
  2_400_000,
)
