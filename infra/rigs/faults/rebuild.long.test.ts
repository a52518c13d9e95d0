import { setTimeout as sleep } from 'node:timers/promises'
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { AbTestStats } from '@firsttouch/api/contract/experiments/results'
import { expect, test } from 'vitest'
import { openLog } from '../../log/open-log.ts'
import { freePort } from '../../platform/free-port.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { logIn } from '../testing/system.ts'
import { until } from '../testing/until.ts'
import { type Child, startChild } from './child.ts'
import { EXACT } from './judge.ts'
import { startLoad } from './load.ts'
import { FULL, openRandom, type Random } from './random.ts'
import { reportVerdict } from './results.ts'
import { openSystemChild, type SystemChild } from './system-child.ts'
import { makeTraffic } from './traffic.ts'

const fill = async ({ dataDir }: SystemChild, random: Random, events: number): Promise<void> => {
  const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
  const log = await openLog(records.url)
  const { entries } = makeTraffic(random, { events, now: Date.now() - 3_600_000 })
  for (let from = 0; from < entries.length; from += 500) await log.append(entries.slice(from, from + 500))
  await log.close()
  await records.close()
}

type Sample = { at: number; visits: number; conversions: number; visitors: number }

/** A dashboard that reads its figures every 100 ms. Any answer other than 200 is a failure. */
const startPolling = async (url: string) => {
  const cookie = await logIn(url)
  const samples: Sample[] = []
  const failures: string[] = []
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${url}/api/admin/${path}`, { headers: { cookie } })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const ask = async () => {
    const at = Date.now()
    const [summary, split] = await Promise.all([
      get<AnalyticsSummary>('analytics'),
      get<AbTestStats>('ab-testing-stats'),
    ])
    const visitors = split.testStats.reduce((sum, arm) => sum + arm.visitors, 0)
    samples.push({ at, visits: summary.totalVisits, conversions: summary.totalConversions, visitors })
  }
  let polling = true
  const done = (async () => {
    while (polling) {
      await ask().catch(error => failures.push(String(error)))
      await sleep(100)
    }
  })()
  return {
    samples,
    failures,
    stop: async () => {
      polling = false
      await done
    },
  }
}

/** Figures may lag by some seconds on a busy machine. They must never come from a store that is still filling. */
const GRACE_MS = 15_000
const stepsBack = (samples: Sample[]): string[] =>
  samples.flatMap(later => {
    const earlier = samples.findLast(sample => sample.at <= later.at - GRACE_MS) ?? samples[0]
    const fell = earlier && (later.visits < earlier.visits || later.conversions < earlier.conversions)
    return fell ? [`${JSON.stringify(earlier)} → ${JSON.stringify(later)}`] : []
  })

/** The source of a rebuild, and the command's option for it. */
const SOURCES: [source: string, words: string[]][] = [
  ['the log', []],
  ['the stored events', ['--keep-events']],
]

const command = (system: SystemChild, port: number, ...words: string[]): Child =>
  startChild('../../app/commands/rebuild.ts', { PORT: String(port), DATA_DIR: system.dataDir }, words)

test.each(SOURCES)(
  'R-25 a rebuild from %s with live traffic and a polling dashboard gives no error, partial number or difference, and rolls back',
  async (source, rebuild) => {
    const random = openRandom(`R-25 ${source}`)
    const system = await openSystemChild()
    const port = await freePort()
    const child = await system.start({ PORT: String(port) })
    await fill(system, random, FULL ? 60_000 : 2_000)
    await system.caughtUp()
    const load = startLoad(random, FULL ? 8 : 3, 30)
    load.aim(child.url)
    const polling = await startPolling(child.url)
    await sleep(1_000)

    for (const words of [rebuild, ['rollback'], ['rollback'], ['drop']]) {
      const running = command(system, port, ...words)
      expect(
        await running.ended,
        `${words}\n${running.lines.slice(-30).join('\n')}\n${running.errors.join('\n')}`,
      ).toBe(0)
      if (words === rebuild) expect(running.lines.join('\n')).toMatch(/numbers, 0 different/)
      await sleep(3_000)
    }
    await until(() => polling.samples.length > 30, 30_000)
    await polling.stop()
    await load.stop()
    await system.caughtUp(60_000, 'firsttouch_2')
    expect(await child.end('SIGTERM')).toBe(0)

    expect(polling.failures).toEqual([])
    expect(stepsBack(polling.samples)).toEqual([])
    const verdict = await system.judge('firsttouch_2')
    await reportVerdict(
      'R-25',
      `rebuild from ${source}, switch, roll-back and forth under live traffic`,
      1,
      verdict,
    )
    expect(verdict).toMatchObject(EXACT)
  },
  600_000,
)

test.each(SOURCES)(
  'R-25 a rebuild from %s continues after its system and command were killed',
  async (source, words) => {
    const random = openRandom(`R-25 killed ${source}`)
    const system = await openSystemChild()
    const port = await freePort()
    let child = await system.start({ PORT: String(port) })
    await fill(system, random, FULL ? 60_000 : 4_000)
    await system.caughtUp()
    const load = startLoad(random, 3, 30)
    load.aim(child.url)
    const kills = FULL ? 5 : 1
    for (let kill = 0; kill < kills; kill++) {
      const rebuild = command(system, port, ...words)
      await rebuild.says(/of .* log entries/)
      await sleep(random.int(0, 1_500))
      await Promise.all([child.end('SIGKILL'), rebuild.end('SIGKILL')])
      child = await system.start({ PORT: String(port) })
    }
    const rebuild = command(system, port, ...words)
    expect(await rebuild.ended, `${rebuild.lines.slice(-30).join('\n')}\n${rebuild.errors.join('\n')}`).toBe(
      0,
    )
    expect(rebuild.lines.join('\n')).toMatch(/numbers, 0 different/)
    await load.stop()
    for (const db of ['firsttouch_1', 'firsttouch_2']) await system.caughtUp(60_000, db)
    expect(await child.end('SIGTERM')).toBe(0)
    const verdict = await system.judge('firsttouch_2')
    await reportVerdict('R-25', `kill -9 in the middle of a rebuild from ${source}`, kills, verdict)
    expect(verdict).toMatchObject(EXACT)
    expect(await system.judge('firsttouch_1')).toMatchObject(EXACT)
  },
  900_000,
)
