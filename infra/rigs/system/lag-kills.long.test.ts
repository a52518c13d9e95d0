/**
 * R-34 by chance: two projectors are killed in random order with random pauses under traffic of which every third batch comes twice. At no moment may
 * a gauge say less than the age of the oldest event that no figure has, or more than the entries behind the checkpoints.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openRandom } from '../faults/random.ts'
import { type GrownSystem, startGrown } from '../testing/grown-system.ts'
import { brokerAvailable } from '../testing/kafka/jars.ts'
import type { Service } from '../testing/processes.ts'
import { until } from '../testing/until.ts'
import { type Sample, watchLag } from './lag-watch.ts'

vi.setConfig({ testTimeout: 400_000 })
const kafka = await brokerAvailable()

const KILLS = 5
/** A gauge may be as old as its scrape and the API's own second; a stream says anew how far behind it is every two. */
const MAY_BE_OLD_S = 4
/** A store that answers late is taken to be where it was when it was asked before. */
const KNOWN_FOR_MS = 8_000

let system: GrownSystem | undefined
afterEach(async () => {
  await system?.close()
  system = undefined
})

const tooLittle = (samples: Sample[]): string[] =>
  samples.flatMap(({ waited, said }) =>
    Object.entries(said).flatMap(([gauge, seconds]) =>
      seconds !== null && seconds < waited - MAY_BE_OLD_S
        ? [`${gauge}: ${seconds.toFixed(1)} s of ${waited.toFixed(1)} s`]
        : [],
    ),
  )

/** A partition's figures are never behind its checkpoint, but a gauge may know them from a while before. */
const tooMuch = (samples: Sample[]): string[] =>
  samples.flatMap(({ at, ends, entries }) => {
    const recent = samples.filter(other => at - other.at >= 0 && at - other.at <= KNOWN_FOR_MS)
    const atMost = (partition: number) =>
      (ends.get(partition) ?? 0) - Math.min(...recent.map(({ committed }) => committed.get(partition) ?? 0))
    return Object.entries(entries).flatMap(([gauge, waiting]) =>
      [...waiting].flatMap(([partition, count]) =>
        count > atMost(partition)
          ? [`${gauge}: ${count} entries of partition ${partition} wait, of ${atMost(partition)} at most`]
          : [],
      ),
    )
  })

const killByChance = async (running: GrownSystem, alive: Service[]): Promise<void> => {
  const random = openRandom('lag under kills')
  const coming: Promise<unknown>[] = []
  for (let i = 0; i < KILLS; i++) {
    await until(() => alive.length > 0, 60_000)
    const victim = random.pick(alive)
    alive.splice(alive.indexOf(victim), 1)
    await victim.end('SIGKILL')
    // What a store does at a time of its own: repeats that came last are gone from it.
    await running.ask('OPTIMIZE TABLE firsttouch_1.events FINAL')
    const pause = random.int(0, 3_000)
    coming.push(sleep(pause).then(async () => void alive.push(await running.startProjector())))
    await sleep(random.int(500, 6_000))
  }
  await Promise.all(coming)
}

describe.each([
  ['postgres', true],
  ['kafka', kafka.available],
] as const)('with the log in %s', (log, available) => {
  test.skipIf(!available)('no gauge ever says less or more than is true', async () => {
    system = await startGrown({ log })
    const alive = [...system.projectors]
    const watch = watchLag(system, () => alive)
    await until(() => watch.acknowledged() > 200 && watch.samples.length > 5, 60_000)
    await killByChance(system, alive)
    await until(() => (watch.samples.at(-1)?.waited ?? MAY_BE_OLD_S) < MAY_BE_OLD_S, 60_000)
    await watch.stop()
    const stood = Math.max(...watch.samples.map(({ waited }) => waited))
    console.log(`${log}: ${watch.samples.length} looks, figures stood ${stood.toFixed(1)} s at most`)
    expect({ tooLittle: tooLittle(watch.samples), tooMuch: tooMuch(watch.samples) }).toEqual({
      tooLittle: [],
      tooMuch: [],
    })
    await until(async () => (await watch.waiting()) === 0, 60_000)
  })
})
