import { expect, test } from 'vitest'
import { openTestClickHouse, openTestPostgres } from '../rigs/testing/stores.ts'
import { openTestTracing } from '../rigs/testing/tracing/test-tracing.ts'
import { tracedClickHouse } from './traced-clickhouse.ts'
import { tracedPostgres } from './traced-postgres.ts'

const CLIENT = 3
const SECRET = 'ada@example.com'

test('what PostgreSQL is asked within a request is a step of it, in transactions too, and no value is told', async () => {
  const { sql: plain } = await openTestPostgres()
  const { tracing, within, received, bodies } = await openTestTracing()
  const sql = tracedPostgres(plain, tracing)
  const part = sql`WHERE ${SECRET} = ${SECRET}`
  const found = await within(async () => {
    const [all, [one]] = await Promise.all([
      sql<{ n: number }[]>`SELECT generate_series(1, 3) AS n ${part}`,
      sql.begin(async tx => {
        await tx`CREATE TEMPORARY TABLE seen (who text)`
        await tx.savepoint(inner => inner`INSERT INTO seen ${inner([{ who: SECRET }])}`)
        return tx<{ who: string }[]>`SELECT who FROM seen`
      }),
    ])
    return { rows: all.length, who: one?.who }
  })
  expect(found).toEqual({ rows: 3, who: SECRET })
  const spans = await received()
  const server = spans.find(({ name }) => name === 'GET /')
  const asked = spans.filter(({ kind }) => kind === CLIENT)
  expect(asked.map(({ attributes }) => attributes['db.query.text']).toSorted()).toEqual([
    'CREATE TEMPORARY TABLE seen (who text)',
    'INSERT INTO seen ("who")values($1)',
    'SELECT generate_series(1, 3) AS n WHERE $1 = $2',
    'SELECT who FROM seen',
  ])
  const select = asked.find(({ attributes }) =>
    String(attributes['db.query.text']).includes('generate_series'),
  )
  expect(select?.attributes).toMatchObject({
    ...{ 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT', 'db.response.returned_rows': 3 },
  })
  expect(new Set(asked.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([server?.spanId]))
  expect(bodies.join()).not.toContain(SECRET)
})

test('a query that fails says so, without what the store quotes, and rejects as it did', async () => {
  const { sql: plain } = await openTestPostgres()
  const { tracing, within, received, bodies } = await openTestTracing()
  const sql = tracedPostgres(plain, tracing)
  const asked = within(() => sql`SELECT ${SECRET}::text::integer`)
  await expect(asked).rejects.toThrow(SECRET)
  const failed = (await received()).find(({ kind }) => kind === CLIENT)
  expect(failed).toMatchObject({ failed: true, attributes: { 'error.type': 'PostgresError' } })
  expect(bodies.join()).not.toContain(SECRET)
})

test('what ClickHouse is asked or given within a request is a step of it, and no value is told', async () => {
  const { client: plain, db } = await openTestClickHouse()
  const { tracing, within, received, bodies } = await openTestTracing()
  const client = tracedClickHouse(plain, tracing)
  const rows = await within(async () => {
    await client.command({ query: `CREATE TABLE ${db}.seen (who String) ENGINE = Memory` })
    await client.insert({
      table: `${db}.seen`,
      values: [{ who: SECRET }, { who: SECRET }],
      format: 'JSONEachRow',
    })
    const answer = await client.query({
      query: `SELECT who FROM ${db}.seen WHERE who = {who: String}`,
      query_params: { who: SECRET },
      format: 'JSONEachRow',
    })
    return answer.json()
  })
  expect(rows).toHaveLength(2)
  const asked = (await received()).filter(({ kind }) => kind === CLIENT)
  expect(asked.map(({ name, attributes }) => [name, attributes['db.query.text']])).toEqual([
    ['ClickHouse command', `CREATE TABLE ${db}.seen (who String) ENGINE = Memory`],
    ['ClickHouse insert', `INSERT INTO ${db}.seen`],
    ['ClickHouse query', `SELECT who FROM ${db}.seen WHERE who = {who: String}`],
  ])
  expect(asked[1]?.attributes['db.operation.batch.size']).toBe(2)
  expect(bodies.join()).not.toContain(SECRET)
})

test('what is asked outside of a traced request is no span', async () => {
  const { sql: plain } = await openTestPostgres()
  const { tracing, received } = await openTestTracing()
  const sql = tracedPostgres(plain, tracing)
  expect(await sql`SELECT 1 AS one`).toMatchObject([{ one: 1 }])
  expect(await received()).toEqual([])
})
