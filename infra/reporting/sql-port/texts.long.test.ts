/** No function and no table accepts SQL within a text, where neither our tokens nor the engine's parser would show it. */
import { afterAll, expect, test } from 'vitest'
import { CANARY, openReportingEngine } from '../../rigs/testing/analysts/reporting-engine.ts'
import { FUNCTION_NAMES } from './allowed.ts'
import { answerBehind, type Wall } from './session.ts'

const AT_ONCE = 4

const engine = await openReportingEngine()
afterAll(() => engine.close())

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Texts that a function might parse: a structure, a type, an expression, a statement. */
const texts = (): string[] => {
  const call = `file('${engine.file}')`
  const structures = ['ALIAS', 'DEFAULT', 'MATERIALIZED'].map(kind => `x UInt8, a String ${kind} ${call}`)
  return [...structures, `FixedString(length(${call}))`, call, `SELECT ${call} AS a`].map(quoted)
}

/** Returns the statements that exposed the file despite the walls. */
const givenAway = async (statements: Iterable<string>, walls: readonly Wall[]): Promise<string[]> => {
  const answer = answerBehind(walls)(engine.asker)
  const line = statements[Symbol.iterator]()
  const found: string[] = []
  const work = async () => {
    for (let next = line.next(); !next.done; next = line.next()) {
      const question = { query: next.value, parameters: {}, settings: {}, format: 'TSV' }
      const said = await answer(question).then(
        ({ chunks }) => Buffer.concat(chunks).toString('latin1'),
        (error: Error) => error.message,
      )
      if (said.includes(CANARY)) found.push(next.value)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return found
}

function* tables(names: readonly string[]): Generator<string> {
  for (const name of names)
    for (const text of texts())
      for (const given of [`${text}, 1`, `JSONEachRow, ${text}, '{"x": 1}'`, `CSV, ${text}, '1,2'`])
        yield `SELECT a FROM ${name}(${given})`
}

function* calls(names: readonly string[]): Generator<string> {
  for (const name of names)
    for (const text of texts().slice(-3)) {
      yield `SELECT ${name}(${text})`
      yield `SELECT ${name}('1', ${text})`
    }
}

const tableFunctions = async (): Promise<string[]> => {
  const answer = await engine.owner.query({
    query: 'SELECT name FROM system.table_functions ORDER BY name',
    format: 'JSONCompactEachRow',
  })
  return (await answer.json<[string]>()).map(([name]) => name)
}

test('no table function reads a structure that an analyst writes', async () => {
  const names = await tableFunctions()
  expect(await givenAway(tables(names), ['reading'])).toEqual([])
  // Without walls one statement exposes the file, so the assertion above can fail.
  expect(await givenAway(tables(['values']), [])).toHaveLength(1)
})

test('no allowed function reads SQL from a string', async () => {
  expect(await givenAway(calls(FUNCTION_NAMES), ['reading', 'roles'])).toEqual([])
})
