/** Analysts get the exact numbers of the views in every format and with every reader. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
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
import { expect, test } from 'vitest'
import { publishReporting, VIEWS } from '../../reporting/publish.ts'
import { NUMBERS_KEY } from '../testing/analysts/numbers-key.ts'
import { openTestClickHouse } from '../testing/stores.ts'

/** `name`: reads the number of this session. `of`: reads a column, as VIEW.COLUMN. */
type Row = {
  input: { format: string; reader: string } & ({ name: string } | { of: string })
  right: 'exact'
  source: string
  note?: string
}
const rows: Row[] = JSON.parse(readFileSync(join(import.meta.dirname, 'numbers.json'), 'utf8'))
const sessions = rows.flatMap(({ input }) => ('name' in input && input.name) || [])

const stores = await openTestClickHouse()
const of = (sessionId: string) => [
  visit({ sessionId }),
  conversion({ sessionId }),
  exposure('v2', sessionId, NOON),
]
const events = [...sessions.flatMap(of), lead({ sessionId: '' }), campaign(), spend()]
const store = openStore(stores.client, stores.db)
await project(recordsOf(events), { store })
await project(recordsOf([visit({ sessionId: 'utm_2_bot' })], 100, { bot: 'user_agent' }), { store })
await publishReporting(stores.client, { db: stores.db, timeZone: 'Europe/London', numbersKey: NUMBERS_KEY })

const ask = async (
  query: string,
  clickhouse_settings: Record<string, number | string> = {},
): Promise<Buffer> => buffer((await stores.client.exec({ query, clickhouse_settings })).stream)

/** How readers parse an answer. Each function returns the digits that its reader gets. */
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
/** Returns the first value of a parsed answer in any format. */
const numberIn = (answer: unknown): string | undefined => {
  const { data } = Object(answer)
  const value = data ?? answer
  return typeof value === 'object' && value !== null ? numberIn(Object.values(value)[0]) : String(value)
}

test.each(rows.map((row): [string, Row] => [`${JSON.stringify(row.input)} (${row.source})`, row]))(
  'analysts get a number of the views exactly: %s',
  async (_, { input: { format, reader, ...asked } }) => {
    const textOf = async (query: string) => (await ask(`${query} FORMAT TSV`)).toString().trim()
    const isNamed = 'name' in asked
    const [view, column] = isNamed
      ? [asked.name === '' ? 'leads' : 'sessions', 'session_number']
      : asked.of.split('.')
    const right = await textOf(
      isNamed && asked.name !== ''
        ? `SELECT sipHash64('${NUMBERS_KEY}${asked.name}') % 1000000000000000`
        : `SELECT max(${column}) FROM reporting.${view}`,
    )
    const query = `SELECT ${column} FROM reporting.${view} WHERE ${column} = ${right} LIMIT 1 FORMAT ${format}`
    const answer = await ask(query, { output_format_parquet_compression_method: 'none' })
    expect(READERS[reader]?.(answer, right)).toBe(right)
  },
)

const WIDE = /Int(64|128|256)/
const wide = VIEWS.flatMap(({ name, columns }) =>
  Object.entries(columns)
    .filter(([, { type }]) => WIDE.test(type))
    .map(([column]): [string, string] => [name, column]),
)

test('no integer of a view exceeds the exact range of JavaScript and floats', async () => {
  expect(wide.length).toBeGreaterThan(20)
  const greatest = wide.map(
    ([view, column]) =>
      `SELECT '${view}.${column}' AS name, max(abs(toInt128(${column}))) AS most FROM reporting.${view}`,
  )
  const beyond = `SELECT name FROM (${greatest.join(' UNION ALL ')}) WHERE most > ${Number.MAX_SAFE_INTEGER} FORMAT TSV`
  expect((await ask(beyond)).toString()).toBe('')
})

test('every view truncates its hashes to 15 digits', () => {
  const hashes = VIEWS.flatMap(({ name, select }) =>
    [
      ...select.matchAll(
        /\w*(?:hash|md5|sha\d|rand|UUID)\w*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(.{0,19})/gi,
      ),
    ].map(([whole, after]) => [name, whole, after] as const),
  )
  expect(hashes.length).toBeGreaterThan(4)
  expect(hashes.filter(([, , after]) => after !== ' % 1000000000000000')).toEqual([])
})
