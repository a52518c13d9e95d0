import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { openTestClickHouse, type TestClickHouse } from '../../rigs/testing/stores.ts'

type Row = (string | number)[]

let stores: TestClickHouse
beforeAll(async () => {
  stores = await openTestClickHouse()
})
let tables = 0
const NAMES = ['n', 'id', 'at', 'kind', 'said'] as const
const ID = '01890000-0000-7000-8000-000000000001'
const AT = '2026-03-01 12:00:00.000'
/** With these among them rows go as columns. */
const MANY = Array.from({ length: 2_000 }, (_, i): Row => [i, ID, AT, 'visit', 'of many'])
const AMONG = { few: [], many: MANY }
const EITHER = Object.keys(AMONG) as (keyof typeof AMONG)[]

const openTable = async (among: keyof typeof AMONG) => {
  const { client, db } = stores
  const table = `${db}.rows_${++tables}`
  await client.command({
    query: `CREATE TABLE ${table} (n Int64, id UUID, at DateTime64(3, 'UTC'), kind LowCardinality(String), said String) ENGINE = Memory`,
  })
  return {
    insert: (values: Row[], open = client) =>
      open.insert({
        table,
        columns: [...NAMES],
        values: [...values, ...AMONG[among]],
        format: 'JSONCompactEachRow',
      }),
    read: async (): Promise<Row[]> =>
      (
        await client.query({
          query: `SELECT * FROM ${table} WHERE said != 'of many' ORDER BY n`,
          format: 'JSONCompactEachRow',
        })
      ).json(),
  }
}

/** Whether the rows went as columns, by what the engine was asked. */
const columnsTaken = () => vi.mocked(stores.client.command).mock.calls.flatMap(([{ query }]) => query)

const row = fc.tuple(
  fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
  fc.uuid(),
  fc.date({ min: new Date(0), max: new Date('2105-12-31'), noInvalidDate: true }),
  fc.constantFrom('', 'visit', 'é', '\u{1F9ED}'),
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '\t', '\n', '\0', 'é', '漢', '\u{1F9ED}') }),
)

test.each(EITHER)('among %s rows every text and whole number is stored as it was given', async among => {
  const rows = fc.uniqueArray(row, { minLength: 1, maxLength: 40, selector: ([n]) => n })
  await fc.assert(
    fc.asyncProperty(rows, async drawn => {
      const given = drawn.map(([n, id, at, kind, said]): Row => {
        const iso = at.toISOString()
        return [n, id, `${iso.slice(0, 10)} ${iso.slice(11, 23)}`, kind, said]
      })
      const { insert, read } = await openTable(among)
      await insert(given)
      expect(await read()).toEqual(given.toSorted(([a], [b]) => Number(a) - Number(b)))
    }),
    { numRuns: 30 },
  )
})

test('many rows go as columns, few as text, and as text where a column holds anything else', async () => {
  const { insert: insertFew } = await openTable('few')
  const { insert, read } = await openTable('many')
  vi.spyOn(stores.client, 'command')
  try {
    await insertFew([[1, ID, AT, 'visit', 'one']])
    expect(columnsTaken()).toEqual([])
    await insert([[1, ID, AT, 'visit', 'one']])
    expect(columnsTaken()).toEqual([expect.stringContaining('arrowstream')])
    await insert([
      [6, ID, AT, 'visit', 'Größe'],
      [7, ID, AT, 'visit', '漢\u{1F9ED}'],
    ])
    expect(columnsTaken()).toHaveLength(2)
    await insert([
      [2, ID, AT, 'visit', 'as a number'],
      ['3', ID, AT, 'visit', 'as text'],
    ])
    // The two halves would become one character of the joined texts.
    await insert([
      [4, ID, AT, 'visit', '\uD83E'],
      [5, ID, AT, 'visit', '\uDDED'],
    ]).catch(() => undefined)
    expect(columnsTaken()).toHaveLength(2)
  } finally {
    vi.mocked(stores.client.command).mockRestore()
  }
  expect((await read()).map(([n]) => n)).toEqual([1, 2, 3, 6, 7])
})

test.each(EITHER)(
  'among %s rows a value that the table cannot hold is refused with the store’s code, with all of its rows, and the next rows are taken',
  async among => {
    const { insert, read } = await openTable(among)
    await expect(
      insert([
        [1, ID, AT, 'visit', ''],
        [2, 'no id', AT, 'visit', ''],
      ]),
    ).rejects.toMatchObject({ code: '376', type: 'CANNOT_PARSE_UUID' })
    await expect(insert([[3, ID, 'yesterday', 'visit', '']])).rejects.toMatchObject({ code: '41' })
    await insert([[4, ID, AT, 'visit', '']])
    expect(await read()).toEqual([[4, ID, AT, 'visit', '']])
  },
)

test.each(EITHER)('inserts of %s rows by several clients at once do not meet', async among => {
  const { insert, read } = await openTable(among)
  const clients = Array.from({ length: 4 }, () => stores.clickhouse.client())
  await Promise.all(
    clients.flatMap((client, c) =>
      Array.from({ length: 5 }, (_, i) => insert([[10 * c + i, ID, AT, 'visit', `${c}`]], client)),
    ),
  )
  expect((await read()).map(([n, , , , said]) => [Math.floor(Number(n) / 10), said])).toEqual(
    clients.flatMap((_, c) => Array.from({ length: 5 }, () => [c, `${c}`])),
  )
})
