/** projectors are killed under traffic. Every gauge shows the standstill, and another projector takes over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { type GrownSystem, startGrown } from '../testing/grown-system.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import { openStallingProxy } from '../testing/proxy/stalling-proxy.ts'
import { until } from '../testing/until.ts'
import { type Sample, watchLag } from './lag-watch.ts'

vi.setConfig({ testTimeout: 300_000 })
const kafka = await brokerAvailable()

/** Seconds. A gauge may be as old as its scrape plus the API's one-second cache. The stream repeats its lag every two seconds. */
const MAY_LAG_BEHIND_S = 4
const FRESH_S = 4
/** The promise is ten seconds on a quiet machine. The table prints the measured time. */
const TAKEN_OVER_S = 60

/** After this time both logs have declared a hanging consumer dead. */
const HANGS_MS = 15_000

type Row = { log: string; killed: string; stood: string; gauges: string; wrong: number }
const table: Row[] = []
afterAll(() => console.table(table))

let system: GrownSystem | undefined
afterEach(async () => {
  await system?.close()
  system = undefined
})

const isFresh = (samples: Sample[]) => (samples.at(-1)?.waited ?? FRESH_S) < FRESH_S

const wrongIn = ({ waited, said }: Sample): string[] =>
  Object.entries(said).flatMap(([gauge, seconds]) =>
    seconds !== null && seconds < waited - MAY_LAG_BEHIND_S ? [`${gauge}: ${seconds} s of ${waited} s`] : [],
  )

const rowOf = (log: string, killed: string, samples: Sample[]): Row => {
  const stood = Math.max(...samples.map(({ waited }) => waited))
  const worst = samples.find(({ waited }) => waited === stood)
  const said = Object.entries(worst?.said ?? {}).map(
    ([gauge, s]) => `${gauge} ${s === null ? 'unknown' : s.toFixed(1)}`,
  )
  return {
    log,
    killed,
    stood: `${stood.toFixed(1)} s`,
    gauges: said.join(', '),
    wrong: samples.flatMap(wrongIn).length,
  }
}

/** Starts traffic and waits for first samples. Watches all projectors but the first, which the test will harm. */
const begin = async (log: 'postgres' | 'kafka', projectors = 2) => {
  const running = await startGrown({ log, projectors })
  system = running
  const [first, ...alive] = running.projectors
  if (!first) throw new Error('There is no projector.')
  const watch = watchLag(running, () => alive)
  await until(() => watch.acknowledged() > 100 && watch.samples.length > 5, 60_000)
  watch.samples.length = 0
  return { running, first, alive, watch }
}

describe.each([
  ['postgres', true],
  ['kafka', kafka.available],
] as const)('with the log in %s', (log, available) => {
  test.skipIf(!available)(
    'one of two projectors is killed and restarted, and no gauge understates the lag',
    async () => {
      const { running, first, alive, watch } = await begin(log)
      await first.end('SIGKILL')
      await sleep(3_000)
      alive.push(await running.startProjector())
      await sleep(10_000)
      await until(() => isFresh(watch.samples), 30_000)
      await watch.stop()
      table.push(rowOf(log, 'one of two, again after 3 s', watch.samples))
      expect(watch.samples.flatMap(wrongIn)).toEqual([])
      expect(Math.max(...watch.samples.map(({ waited }) => waited))).toBeLessThan(TAKEN_OVER_S)
      await until(async () => (await watch.waiting()) === 0, 30_000)
    },
  )

  test.skipIf(!available)(
    'one of two projectors hangs during its work, and the other does all of it until the first wakes up',
    async () => {
      const { running, first, watch } = await begin(log)
      process.kill(first.pid, 'SIGSTOP')
      try {
        await sleep(HANGS_MS)
        await until(() => isFresh(watch.samples), TAKEN_OVER_S * 1_000)
      } finally {
        process.kill(first.pid, 'SIGCONT')
      }
      await sleep(10_000)
      await until(() => isFresh(watch.samples), 30_000)
      await watch.stop()
      table.push(rowOf(log, 'one of two hangs', watch.samples))
      expect(watch.samples.flatMap(wrongIn)).toEqual([])
      await until(async () => (await watch.waiting()) === 0, 30_000)
      const answer = await fetch(`${running.api.url}/api/admin/pipeline`, {
        headers: { cookie: running.cookie },
      })
      expect(await answer.json()).toMatchObject({ balanced: true })
    },
  )

  test.skipIf(!available)('a projector hangs inside a statement, and its locks end with it', async () => {
    const { running, first, alive, watch } = await begin(log, 1)
    const proxy = await openStallingProxy(running.addresses.DATABASE_URL, 'INSERT INTO checkpoints')
    const { pid } = await running.startProjector({ DATABASE_URL: proxy.url })
    await first.end('SIGTERM')
    await proxy.stalls
    process.kill(pid, 'SIGSTOP')
    alive.push(await running.startProjector())
    await sleep(HANGS_MS)
    await until(() => isFresh(watch.samples), TAKEN_OVER_S * 1_000)
    await watch.stop()
    table.push(rowOf(log, 'hangs in a statement', watch.samples))
    await until(async () => (await watch.waiting()) === 0, 30_000)
    await proxy.close()
  })

  test.skipIf(!available)(
    'all projectors are killed, and the API still tells how old the figures are, and that it knows no more',
    async () => {
      const { running, first, watch } = await begin(log, 1)
      await first.end('SIGKILL')
      await sleep(20_000)
      await watch.stop()
      table.push(rowOf(log, 'the only one', watch.samples))
      expect(watch.samples.flatMap(wrongIn)).toEqual([])
      expect(watch.samples.at(-1)?.balanced).toBeNull()
      expect(await running.api.metrics()).toMatch(/^projector_partition_owned\{partition="0"\} 0$/m)
      await running.startProjector()
      await until(async () => (await watch.waiting()) === 0, 60_000)
    },
  )
})
