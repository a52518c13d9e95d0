/**
 * Calls each function that analysts may use with deep, long and wide arguments and with time zone names. Even if the analysts'
 * engine dies, it answers the next query, and the engine with the tables is unaffected. `SECURITY_FULL=1` runs
 * every function with every argument. Otherwise `SIZES_SEED` selects a few hundred.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReportingEngine, type ReportingEngine } from '../../rigs/testing/analysts/reporting-engine.ts'
import { takeSnapshot } from '../../stores/embedded/engine/snapshot.ts'
import { FUNCTION_NAMES } from './allowed.ts'
import { type AnalystsEngine, openAnalystsEngine } from './analysts-engine.ts'
import { answerAnalyst, textOf } from './session.ts'

const FULL = process.env.SECURITY_FULL === '1'
const SEED = Number(process.env.SIZES_SEED ?? 1)
const SAMPLE = 400

const nested = (open: string, close: string, depth: number) =>
  `concat(repeat('${open}', ${depth}), '1', repeat('${close}', ${depth}))`

const VALUES = {
  'JSON 1,000 deep': nested('{"a":', '}', 1_000),
  'JSON 300,000 deep': nested('{"a":', '}', 300_000),
  'arrays 100,000 deep': nested('[', ']', 100_000),
  'a text of 10 MB': `repeat('ab', 5000000)`,
  'a text of 60 kB': `repeat('ab', 30000)`,
  'an array of a million': 'range(1000000)',
  'an array of 20,000': 'range(20000)',
  'a large number': '900000000',
  'a zone': `'Fixed/UTC+01:02:03'`,
} as const
const ARGUMENTS: ((value: string) => string)[] = [
  value => value,
  value => `${value}, ${value}`,
  value => `${value}, ${value}, ${value}`,
  value => `${value}, 900000000`,
  value => `now(), ${value}`,
  value => `${value}, '$.a'`,
  value => `x -> x, ${value}`,
  value => Array(500).fill(value).join(', '),
]

type Case = { name: string; size: string; query: string }
const all: Case[] = FUNCTION_NAMES.flatMap(name =>
  Object.entries(VALUES).flatMap(([size, value]) =>
    ARGUMENTS.map(given => ({ name, size, query: `SELECT length(toString(${name}(${given(value)})))` })),
  ),
)
/** Every n-th case from the seed on, so each size and each kind of argument is included. */
const step = Math.floor(all.length / SAMPLE)
const cases = FULL ? all : all.filter((_, at) => at % step === SEED % step)

let owner: ReportingEngine
let analysts: AnalystsEngine

beforeAll(async () => {
  owner = await openReportingEngine()
  analysts = openAnalystsEngine({
    dataDir: owner.dataDir,
    takeSnapshot: target => takeSnapshot(owner.owner, owner.dataDir, target, ['firsttouch_1', 'reporting']),
    memoryBytes: 1500 * 1024 ** 2,
  })
})
afterAll(async () => {
  await analysts.close()
  await owner.close()
})

const ask = async (query: string): Promise<string> => {
  const question = { query, parameters: {}, settings: { max_execution_time: '1' }, format: 'TSV' }
  return analysts
    .ask(engine => answerAnalyst(engine)(question))
    .then(
      answer => textOf(answer).trim(),
      (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
    )
}

test(`${cases.length} calls with odd argument sizes leave a working engine`, async () => {
  const ended: Case[] = []
  const line = cases[Symbol.iterator]()
  const work = async () => {
    for (const one of line) {
      const said = await ask(one.query)
      if (/ended with the engine/.test(said)) ended.push(one)
      expect(said, one.query.slice(0, 200)).not.toMatch(/^undefined/)
      expect(await ask('SELECT 1')).toMatch(/^1$|ended with the engine|restarting/)
    }
  }
  await Promise.all([work(), work()])
  console.table(ended.map(({ name, size }) => ({ function: name, argument: size })))
  expect(await ask('SELECT 1')).toBe('1')
  const alive = await owner.owner.query({
    query: 'SELECT count() AS n FROM firsttouch_1.events',
    format: 'JSONEachRow',
  })
  expect(await alive.json()).toEqual([{ n: 3 }])
}, 900_000)
