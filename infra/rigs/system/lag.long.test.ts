/** projectors are killed under traffic. Every gauge shows the standstill, and another projector takes over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GrownSystem, startGrown } from '../testing/grown-system.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import type { Service } from '../testing/processes.ts'
import { openStallingProxy } from '../testing/proxy/stalling-proxy.ts'
import { until } from '../testing/until.ts'
import { type Sample, watchLag } from './lag-watch.ts'

const kafka = await brokerAvailable()

/** Seconds. A gauge may be as old as its scrape plus the API's one-second cache. The stream repeats its lag every two seconds. */
const MAY_LAG_BEHIND_S = 4
const FRESH_S = 4
/** Seconds until a standby leads. The documentation promises 10 on a quiet machine. The test allows 60 and prints the measured time. */
const TAKEN_OVER_S = 60

/** The lease expires after six seconds, so within this time a standby has taken over. */
const HANGS_MS = 10_000
/** Within this time a process that started or woke up knows whether it leads. */
const AFTER_MS = 5_000
/** Seconds without a projector. A gauge may be outdated for a shorter time only, so every gauge must show the lag. */
const STANDS_S = 12

type Row = { log: string; killed: string; stood: string; gauges: string; wrong: number }
const table: Row[] = []
afterAll(() => console.table(table))

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

describe.each([
  ['postgres', true],
  ['kafka', kafka.available],
] as const)('with the log in %s', (log, available) => {
  describe.skipIf(!available)('one after the other', { shuffle: false }, () => {
    let system: GrownSystem
    let projectors: Service[]
    beforeAll(async () => {
      system = await startGrown({ log })
      projectors = system.projectors
    })
    afterAll(() => system?.close())

    /** Sends traffic and reads every gauge while `happens` runs. Scrapes the processes that `alive` returns. */
    const watching = async (
      killed: string,
      alive: () => Service[],
      happens: (watch: ReturnType<typeof watchLag>) => Promise<void>,
    ): Promise<Sample[]> => {
      const watch = watchLag(system, alive)
      try {
        await until(() => watch.acknowledged() > 100 && watch.samples.length > 5, 60_000)
        watch.samples.length = 0
        await happens(watch)
      } finally {
        await watch.stop()
      }
      table.push(rowOf(log, killed, watch.samples))
      await until(async () => (await watch.waiting()) === 0, 60_000)
      return watch.samples
    }

    /** The leader, which has projected batches, and the standby. */
    const leaderFirst = async (): Promise<[Service, Service]> => {
      const batchesOf = async (projector: Service) =>
        Number(/^projector_batch_seconds_count (\d+)/m.exec(await projector.metrics())?.[1] ?? 0)
      const [one, other] = projectors as [Service, Service]
      const [ofOne, ofOther] = [await batchesOf(one), await batchesOf(other)]
      expect([ofOne, ofOther].filter(count => count > 0)).toHaveLength(1)
      return ofOne > 0 ? [one, other] : [other, one]
    }

    test('if the leader of two projectors is killed and restarted, no gauge shows less lag than there is', async () => {
      let alive: Service[] = []
      const samples = await watching(
        'the leader, again after 3 s',
        () => alive,
        async watch => {
          const [leader, standby] = await leaderFirst()
          alive = [standby]
          await leader.end('SIGKILL')
          await sleep(3_000)
          alive.push(await system.startProjector())
          await sleep(AFTER_MS)
          await until(() => isFresh(watch.samples), 30_000)
        },
      )
      projectors = alive
      expect(samples.flatMap(wrongIn)).toEqual([])
      expect(Math.max(...samples.map(({ waited }) => waited))).toBeLessThan(TAKEN_OVER_S)
    })

    test('if the leader of two projectors hangs, the standby takes over and keeps the lead when the former leader wakes up', async () => {
      // The standby has just started, and has projected nothing.
      const [leader, standby] = await leaderFirst()
      const samples = await watching(
        'the leader hangs',
        () => [standby],
        async watch => {
          process.kill(leader.pid, 'SIGSTOP')
          try {
            await sleep(HANGS_MS)
            await until(() => isFresh(watch.samples), TAKEN_OVER_S * 1_000)
          } finally {
            process.kill(leader.pid, 'SIGCONT')
          }
          await sleep(AFTER_MS)
          await until(() => isFresh(watch.samples), 30_000)
        },
      )
      expect(samples.flatMap(wrongIn)).toEqual([])
      const answer = await fetch(`${system.api.url}/api/admin/pipeline`, {
        headers: { cookie: system.cookie },
      })
      expect(await answer.json()).toMatchObject({ balanced: true })
    })

    test('if a projector hangs in the middle of a statement, its locks end and another projector takes over', async () => {
      const proxy = await openStallingProxy(system.addresses.DATABASE_URL, 'INSERT INTO checkpoints')
      const stalled = await system.startProjector({ DATABASE_URL: proxy.url })
      const alive: Service[] = []
      await watching(
        'hangs in a statement',
        () => alive,
        async watch => {
          await Promise.all(projectors.map(projector => projector.end('SIGTERM')))
          await proxy.stalls
          process.kill(stalled.pid, 'SIGSTOP')
          alive.push(await system.startProjector())
          await sleep(HANGS_MS)
          await until(() => isFresh(watch.samples), TAKEN_OVER_S * 1_000)
        },
      )
      projectors = alive
      await stalled.end('SIGKILL')
      await proxy.close()
    })

    test('if all projectors are killed, the other processes still show the age of the figures, and report the rest as unknown', async () => {
      const samples = await watching(
        'the only one',
        () => [],
        async watch => {
          for (const projector of projectors) await projector.end('SIGKILL')
          const isUnknown = () => {
            const { waited = 0, balanced } = watch.samples.at(-1) ?? {}
            return waited > STANDS_S && balanced === null
          }
          await until(isUnknown, 60_000)
          expect(await system.api.metrics()).toMatch(/^projector_partition_owned\{partition="0"\} 0$/m)
          await system.startProjector()
        },
      )
      expect(samples.flatMap(wrongIn)).toEqual([])
    })
  })
})
