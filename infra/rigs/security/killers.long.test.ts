/**
 * Statements that try to crash the product, sent to the analysts' port while the product accepts events. `SECURITY_FULL=1` sends fifty
 * generated statements, otherwise one of each kind. `KILLERS_SEED` selects other statements.
 */
import { expect, test } from 'vitest'
import { residentMegabytes } from '../bench/resident.ts'
import { openFigures, printSpread } from '../faults/figures.ts'
import { EXACT } from '../faults/judge.ts'
import { startLoad } from '../faults/load.ts'
import { openRandom } from '../faults/random.ts'
import { idsOf, openSystemChild } from '../faults/system-child.ts'
import { askAnalysts } from '../testing/analysts/ask.ts'
import { until } from '../testing/until.ts'
import { type Killer, KNOWN, killers } from './killers.ts'
import { FULL } from './times.ts'

const SEED = Number(process.env.KILLERS_SEED ?? 1)
const AT_ONCE = 2

test('no analyst’s statement stops events, figures or the next analyst, and every event counts once', async () => {
  const system = await openSystemChild()
  const child = await system.start()
  const engine = await child.engine()
  const megabytes = async () => {
    const all = await Promise.all([child.pid, engine].map(residentMegabytes))
    return all.map(one => `${Math.round(one)} MB`).join(' and ')
  }
  const load = startLoad(openRandom('killers'), 6)
  load.aim(child.url)
  const figures = await openFigures(child.url)
  const over = new AbortController()
  const watched = figures.watch(over.signal)
  await until(() => load.acknowledged.size > 2_000, 60_000)
  const calmMs = load.waitsMs.splice(0)
  const before = await megabytes()

  const said: (Killer & { answer: string; seconds: number })[] = []
  const line = [...KNOWN, ...killers(SEED, FULL ? 50 : 8)][Symbol.iterator]()
  const work = async () => {
    for (const killer of line) {
      const sentAt = performance.now()
      const answer = await askAnalysts(system.dataDir, killer.query).catch((error: Error) => error.message)
      said.push({ ...killer, answer, seconds: (performance.now() - sentAt) / 1_000 })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))

  expect(await askAnalysts(system.dataDir, 'SELECT 1')).toBe('1\n')
  await figures.sendVisit('afterwards')
  await until(async () => (await figures.visits('afterwards')) === 1, 60_000)
  over.abort()
  const betweenMs = await watched
  const after = await megabytes()
  expect(await child.engine()).toBe(engine)
  await load.stop()
  await system.caughtUp()
  expect(await child.end('SIGTERM')).toBe(0)

  console.table(
    said.map(({ kind, query, answer, seconds }) => ({
      kind,
      query: query.slice(0, 60),
      seconds: Math.round(seconds * 10) / 10,
      answer: answer.slice(0, 110).trim(),
    })),
  )
  printSpread('answers', [
    ['an event’s answer before the attack', calmMs],
    ['an event’s answer during it', load.waitsMs],
    ['between two answers of staff’s figures', betweenMs],
  ])
  console.log(`The process and its engine: ${before} before, ${after} after.`)
  for (const { query, answer } of said)
    expect(answer, query.slice(0, 200)).toMatch(/^(Code: (?!1002)\d+\. DB::Exception: .{20,}|[^C])/s)
  expect([...load.answers.keys()].filter(answer => answer !== 'nowhere')).toEqual(['202'])
  const inLog = idsOf(await system.readLog())
  expect([...load.acknowledged].filter(id => !inLog.has(id))).toEqual([])
  expect(await system.judge()).toMatchObject(EXACT)
}, 2_400_000)
