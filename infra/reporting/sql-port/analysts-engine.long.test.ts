/** An analyst's statement may exhaust the analysts' engine, and nothing else. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReportingEngine, type ReportingEngine } from '../../rigs/testing/analysts/reporting-engine.ts'
import { takeSnapshot } from '../../stores/embedded/engine/snapshot.ts'
import { type AnalystsEngine, openAnalystsEngine, SNAPSHOT_MAX_AGE_MS } from './analysts-engine.ts'
import { answerAnalyst, textOf } from './session.ts'

let owner: ReportingEngine
let analysts: AnalystsEngine
const MEMORY_BYTES = 1200 * 1024 ** 2

beforeAll(async () => {
  owner = await openReportingEngine()
  analysts = openAnalystsEngine({
    dataDir: owner.dataDir,
    takeSnapshot: target => takeSnapshot(owner.owner, owner.dataDir, target, ['firsttouch_1', 'reporting']),
    memoryBytes: MEMORY_BYTES,
  })
})
afterAll(async () => {
  await analysts.close()
  await owner.close()
})

const ask = async (query: string): Promise<string> => {
  const question = { query, parameters: {}, settings: {}, format: 'TSV' }
  return textOf(await analysts.ask(engine => answerAnalyst(engine)(question))).trim()
}

const ownersAnswer = async (): Promise<unknown> =>
  (await owner.owner.query({ query: 'SELECT 1 AS one', format: 'JSONEachRow' })).json()

test('a query sees all rows stored ten seconds earlier', async () => {
  const visits = 'SELECT count() FROM visits'
  expect(await ask(visits)).toBe('3')
  await owner.owner.command({
    query: `INSERT INTO firsttouch_1.events (minute, id, type, session, occurred_at)
      SELECT now(), generateUUIDv7(), 'visit', 'utm_1_other', now64(3)`,
  })
  await sleep(SNAPSHOT_MAX_AGE_MS)
  expect(await ask(visits)).toBe('4')
})

const deep = `concat(repeat('{"a":', 300000), '1', repeat('}', 300000))`
const zone = (second: number) =>
  `toTimeZone(now(), 'Fixed/UTC+0${second % 10}:${10 + (second % 50)}:${10 + (second % 49)}')`

test.each([
  ['overflows the stack of a thread', () => `SELECT length(jsonMergePatch(${deep}, ${deep}))`],
  [
    'outlives its limit within a block of rows',
    () =>
      `SELECT sum(editDistance(repeat('a', 60000), concat(repeat('b', 59990), toString(number)))) FROM numbers(60)`,
  ],
  [
    'fills memory that outlives it',
    (time: number) => `SELECT ${Array.from({ length: 300 }, (_, i) => zone(300 * time + i)).join(', ')}`,
  ],
])('a statement that %s ends with a sentence, and the next one is answered', async (_, statement) => {
  const said: string[] = []
  for (const time of [1, 2]) {
    const answer = ask(statement(time)).catch((error: Error) => error.message)
    expect(await ownersAnswer()).toEqual([{ one: 1 }])
    said.push(await answer)
    expect(await ask('SELECT 1')).toBe('1')
  }
  expect(said[0]).toMatch(/ended with the engine that answers analysts/)
  expect(said[1]).toMatch(/ended with the engine that answers analysts/)
})

test('a filter over an array of ten million exceeds the memory limit each time, and the engine keeps working', async () => {
  const grouped = `SELECT count() FROM (SELECT groupArray(repeat(toString(number), 20)) AS words FROM numbers(10000000)) WHERE arrayExists(word -> word = 'x', words)`
  for (let time = 0; time < 9; time++) {
    // Either limit may apply, because the engine may still hold memory of an earlier statement.
    await expect(ask(grouped)).rejects.toThrow(
      /memory limit exceeded|ended with the engine that answers analysts.+too much memory/i,
    )
    expect(await ownersAnswer()).toEqual([{ one: 1 }])
  }
  expect(await ask('SELECT 1')).toBe('1')
})
