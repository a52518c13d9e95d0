/**
 * PREWHERE with FINAL and skip indexes save most of the reading. Both gave wrong sums in some ClickHouse releases (ClickHouse/ClickHouse
 * issues 111940, 89880, 52588).
 */
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStaffApi, type StaffApi } from '../testing/api.ts'
import { openChance, randomBatches } from '../testing/random-events.ts'
import { seededRandom } from '../testing/simulation.ts'

const MIDNIGHT = Date.parse('2026-03-29T00:00:00.000Z')
const BATCHES = 12
const READINGS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
] as const
const TABLES = ['event_sums', 'session_sums', 'session_events', 'leads', 'events']

let api: StaffApi
beforeAll(async () => {
  api = await openStaffApi()
  const { clickhouse, db } = api
  const tables = await clickhouse.query({
    query: `SELECT name FROM system.tables WHERE database = '${db}' AND engine LIKE '%MergeTree'`,
    format: 'JSONEachRow',
  })
  for (const { name } of await tables.json<{ name: string }>())
    await clickhouse.command({ query: `SYSTEM STOP MERGES ${db}.${name}` })
  const nextBatch = randomBatches(openChance(seededRandom(40)), MIDNIGHT)
  const store = openStore(clickhouse, db)
  for (let batch = 0; batch < BATCHES; batch++) {
    const records = nextBatch()
    await project(records, { store })
    // Repeated events are inserted again, and their buckets are recomputed.
    await project(records, { store })
  }
  await api.moveTo(new Date(MIDNIGHT + 26 * 3_600_000))
})
afterAll(() => api.close())

const rowsOf = async <Row>(query: string, query_params: object = {}, settings: Record<string, number> = {}) =>
  (
    await api.clickhouse.query({
      query,
      query_params: { ...query_params },
      format: 'JSONEachRow',
      clickhouse_settings: settings,
    })
  ).json<Row>()

const NARROWED = [
  '',
  'days=1',
  'days=3',
  'from=2026-03-27&to=2026-03-29&source=google',
  'days=3&campaign=spring',
  'days=3&channel=Direct',
  'days=3&suspicious=with',
]

/** Calls every documented GET, with and without filters. Calls that do not take a filter reject it. */
const askEverything = async () => {
  const { paths } = (await api.call('GET', 'docs/json')).json()
  const calls = Object.keys(paths)
    .filter(path => paths[path].get && path.startsWith('/api/admin/') && !path.endsWith('/live'))
    .map(path =>
      path
        .slice('/api/admin/'.length)
        .replace('{experiment}', 'landingPage')
        .replace('{test}', 'landingPage'),
    )
  let answered = 0
  for (const call of calls)
    for (const query of NARROWED)
      if ((await api.call('GET', `${call}?${query}`)).statusCode === 200) answered += 1
  return answered
}

test('every dashboard statement gives the same answer however the engine reads rows with several versions', async () => {
  for (const table of TABLES) {
    const [rows] = await rowsOf<{ stored: string; last: string }>(
      `SELECT count() AS stored, (SELECT count() FROM ${api.db}.${table} FINAL) AS last FROM ${api.db}.${table}`,
    )
    expect([table, Number(rows?.stored) / Number(rows?.last)]).toEqual([table, expect.toSatisfy(n => n > 2)])
  }
  const asking = vi.spyOn(api.deps.clickhouse, 'query')
  expect(await askEverything()).toBeGreaterThan(150)
  const asked = asking.mock.calls.map(([{ query, query_params }]) => ({ query, query_params }))
  asking.mockRestore()
  const statements = [...new Map(asked.map(one => [JSON.stringify(one), one])).values()]
  let rows = 0
  for (const { query, query_params } of statements) {
    const answers = await Array.fromAsync(READINGS, async ([prewhere, indexes]) => {
      // A statement's own SETTINGS take precedence.
      const said = query.replaceAll(/(optimize_move_to_prewhere_if_final =) 1/g, `$1 ${prewhere}`)
      const answer = await rowsOf(said, query_params, {
        optimize_move_to_prewhere_if_final: prewhere,
        use_skip_indexes: indexes,
        use_skip_indexes_if_final: indexes,
      })
      return answer.map(row => JSON.stringify(row)).sort()
    })
    rows += answers[0]?.length ?? 0
    for (const answer of answers) expect([query, answer]).toEqual([query, answers[0]])
  }
  expect([statements.length, rows]).toEqual([expect.toSatisfy(n => n > 80), expect.toSatisfy(n => n > 200)])
})
