/** What analysts get as a number is the number that the views hold, whatever format they ask for and whatever reads it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { project } from '@firsttouch/projector/pipeline/project'
import { openStore } from '@firsttouch/projector/pipeline/store'
import {
  campaign,
  conversion,
  exposure,
  lead,
  NOON,
  recordsOf,
  spend,
  visit,
} from '@firsttouch/projector/testing/events'
import { beforeAll, expect, test } from 'vitest'
import { publishReporting, VIEWS } from '../../reporting/publish.ts'
import { openTestClickHouse, type TestClickHouse } from '../testing/stores.ts'

type Row = {
  input: { format: string; reader: string; name: string }
  right: 'exact'
  source: string
  note?: string
}
const rows: Row[] = JSON.parse(readFileSync(join(import.meta.dirname, 'numbers.json'), 'utf8'))
const sessions = rows.map(({ input }) => input.name).filter(Boolean)

let stores: TestClickHouse
beforeAll(async () => {
  stores = await openTestClickHouse()
  const of = (sessionId: string) => [
    visit({ sessionId }),
    conversion({ sessionId }),
    exposure('v2', sessionId, NOON),
  ]
  const events = [...sessions.flatMap(of), lead({ sessionId: '' }), campaign(), spend()]
  const store = openStore(stores.client, stores.db)
  await project(recordsOf(events), { store })
  await project(recordsOf([visit({ sessionId: 'utm_2_bot' })], 100, { bot: 'user_agent' }), { store })
  await publishReporting(stores.client, { db: stores.db, timeZone: 'Europe/London' })
})

const ask = async (
  query: string,
  clickhouse_settings: Record<string, number | string> = {},
): Promise<Buffer> => buffer((await stores.client.exec({ query, clickhouse_settings })).stream)

/** Each gives the figures that a reader has in the end. */
const READERS: Record<string, (answer: Buffer, right: string) => unknown> = {
  'JSON.parse': answer => numberIn(JSON.parse(answer.toString())),
  float64: answer => String(Number(/\d+/.exec(answer.toString().replace(/<\?xml.*?<data>/s, ''))?.[0])),
  '15 figures': answer => /\d+/.exec(answer.toString())?.[0].slice(0, 15),
  present: (answer, right) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(right))
    return answer.includes(bytes) ? right : 'not there'
  },
}
/** The first value of an answer, wherever a format has it. */
const numberIn = (answer: unknown): string | undefined => {
  const { data } = Object(answer)
  const value = data ?? answer
  return typeof value === 'object' && value !== null ? numberIn(Object.values(value)[0]) : String(value)
}

test.each(rows.map((row): [string, Row] => [`${JSON.stringify(row.input)} (${row.source})`, row]))(
  'the number of a session is exact: %s',
  async (_, { input: { format, reader, name } }) => {
    const hash = `sipHash64('${name}') % 1000000000000000`
    const right = name === '' ? '0' : (await ask(`SELECT ${hash} FORMAT TSV`)).toString().trim()
    const table = name === '' ? 'leads' : 'sessions'
    const query = `SELECT session_number FROM reporting.${table} WHERE session_number = ${right} FORMAT ${format}`
    const answer = await ask(query, { output_format_parquet_compression_method: 'none' })
    expect(READERS[reader]?.(answer, right)).toBe(right)
  },
)

const WIDE = /Int(64|128|256)/
const wide = VIEWS.flatMap(({ name, columns }) =>
  columns.filter(([, type]) => WIDE.test(type)).map(([column]): [string, string] => [name, column]),
)

test('no wide integer of any view is beyond what JavaScript and a float keep', async () => {
  expect(wide.length).toBeGreaterThan(20)
  const greatest = wide.map(
    ([view, column]) =>
      `SELECT '${view}.${column}' AS name, max(abs(toInt128(${column}))) AS most FROM reporting.${view}`,
  )
  const beyond = `SELECT name FROM (${greatest.join(' UNION ALL ')}) WHERE most > ${Number.MAX_SAFE_INTEGER} FORMAT TSV`
  expect((await ask(beyond)).toString()).toBe('')
})

test('every view cuts the hashes that it makes numbers of to 15 figures', () => {
  const hashes = VIEWS.flatMap(({ name, select }) =>
    [...select.matchAll(/\w*(?:hash|md5|sha\d|rand|UUID)\w*\([^)]*\)(.{0,19})/gi)].map(
      ([whole, after]) => [name, whole, after] as const,
    ),
  )
  expect(hashes.length).toBeGreaterThan(4)
  expect(hashes.filter(([, , after]) => after !== ' % 1000000000000000')).toEqual([])
})
