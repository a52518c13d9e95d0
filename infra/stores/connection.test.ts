/** PostgreSQL's arrays, and connections that break right after they open. */
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { type AddressInfo, createConnection as connectTo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { cleanUpAfter } from '../rigs/testing/clean-up.ts'
import { openTestPostgres } from '../rigs/testing/stores.ts'
import { CONNECTION } from './connection.ts'
import { lazyPostgres, type Sql } from './postgres.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const cleanUp = cleanUpAfter('each')
let sql: Sql
beforeAll(async () => {
  sql = (await openTestPostgres()).sql
})

const isOfNoConcern = (name: string) => /clickhouse|rigs|node_modules/.test(name)
const there = async (type: string, items: unknown) => {
  const [row] = await sql`SELECT ${items as string[]}::text[]::${sql.unsafe(type)}[] AS items`
  return row?.items
}

test('any text reads back unchanged', async () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    ',',
    '{',
    '}',
    ' ',
    '\n',
    'NULL',
    'constructor',
    'null',
    'ü',
    '😀',
    'a',
    '\\"',
    "'",
  )
  const text = fc.array(piece, { maxLength: 6 }).map(pieces => pieces.join(''))
  const list = fc.array(fc.option(text, { nil: null }), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(list, async items => {
      expect(await there('text', items)).toEqual(items)
    }),
    { numRuns: 200 },
  )
})

test('an array of each type reads and writes item by item', async () => {
  const at = new Date('2026-03-01T12:34:56.789Z')
  const [row] = await sql`
    SELECT ${[1, -2]}::int[] AS ints, ${[0.1, 1e300]}::float8[] AS floats, ${['9007199254740993']}::bigint[] AS longs,
      ${['1.50']}::numeric[] AS numerics, ${['0192a3b4-0000-7000-8000-000000000001']}::uuid[] AS uuids,
      ARRAY['a'::name] AS names, ARRAY['a'::varchar] AS varchars, ${sql.array([at], 1185)}::timestamptz[] AS moments,
      ARRAY['2026-03-01'::date] AS days, '{}'::text[] AS none, NULL::text[] AS missing,
      ARRAY[ARRAY[1, 2], ARRAY[3, NULL]] AS nested, ${[]}::text[] AS empty`
  expect(row).toEqual({
    ints: [1, -2],
    floats: [0.1, 1e300],
    longs: ['9007199254740993'],
    numerics: ['1.50'],
    uuids: ['0192a3b4-0000-7000-8000-000000000001'],
    names: ['a'],
    varchars: ['a'],
    moments: [at],
    days: [new Date('2026-03-01')],
    none: [],
    missing: null,
    nested: [
      [1, 2],
      [3, null],
    ],
    empty: [],
  })
  await expect((async () => sql`SELECT ${['a', undefined] as string[]}::text[]`)()).rejects.toThrow(
    'undefined',
  )
})

test('the driver knows every array type in the schema and in our statements', async () => {
  const named = globSync('{api,ingest,projector,infra}/**/*.ts', { cwd: ROOT, exclude: isOfNoConcern })
    .flatMap(name => [...readFileSync(join(ROOT, name), 'utf8').matchAll(/::([a-z][a-z0-9 ]*)\[\]/g)])
    .map(([, type = '']) => type)
  expect(named.length).toBeGreaterThan(30)
  const used = await sql<{ oid: number; name: string }[]>`
    SELECT DISTINCT pg_type.oid::int, typname AS name FROM pg_type
    WHERE typcategory = 'A' AND (
      oid IN (SELECT atttypid FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace)
      OR oid IN (SELECT to_regtype(name || '[]') FROM unnest(${[...new Set(named)]}::text[]) AS name))`
  const known = Object.values(CONNECTION.types).flatMap(({ from }) => from)
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter(({ oid }) => !known.includes(oid))).toEqual([])
})

test('a connection that ends before its first answer fails only its statement', async () => {
  const message = (type: string, body: number[]) =>
    Buffer.from([type.charCodeAt(0), 0, 0, 0, body.length + 4, ...body])
  let statements = 0
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      // The fake server accepts the client and reports that it is ready.
      socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', ['I'.charCodeAt(0)])]))
      socket.once('data', () => {
        statements += 1
        socket.destroy()
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp.push(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const away = lazyPostgres(`postgres://a@127.0.0.1:${port}/a`, 2)
  cleanUp.push(away.close)
  for (let time = 0; time < 3; time += 1)
    await expect(away.sql`SELECT 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(statements).toBe(3)
})

test('reserve works before any connection is open, and does not use up the pool', async () => {
  const { url } = await openTestPostgres()
  const { sql: fresh, close } = lazyPostgres(url, 1)
  cleanUp.push(close)
  const [one, other] = await Promise.all([fresh.reserve(), fresh.reserve()])
  const pids = [one, other, fresh].map(async each => (await each`SELECT pg_backend_pid() AS pid`)[0]?.pid)
  expect(new Set(await Promise.all(pids)).size).toBe(3)
  one.release()
  other.release()
})

test('a client connects again after its connection is lost while a statement waits to be sent', async () => {
  const server = new URL((await openTestPostgres()).url)
  const port = Number(server.port)
  const sockets = new Set<Socket>()
  const proxy = createServer(socket => {
    const behind = connectTo(port, server.hostname)
    for (const end of [socket, behind]) sockets.add(end.on('error', () => undefined))
    socket.pipe(behind).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  cleanUp.push(async () => void proxy.close())
  server.port = String((proxy.address() as AddressInfo).port)
  const lost = lazyPostgres(server.href, 1)
  cleanUp.push(lost.close)
  for (let round = 0; round < 20; round += 1) {
    await lost.sql`SELECT 1`
    for (const socket of sockets) socket.destroy()
    // With a statement in each turn of the event loop, one waits when the driver notices the loss.
    const answers: Promise<unknown>[] = []
    for (let n = 0; n < 20; n += 1) {
      answers.push(lost.sql`SELECT 1 AS one`.then(Array.from, () => 'failed'))
      await turn()
    }
    for (const answer of await Promise.all(answers)) expect(['failed', [{ one: 1 }]]).toContainEqual(answer)
  }
  expect([...(await lost.sql`SELECT 2 AS two`)]).toEqual([{ two: 2 }])
})

test('a statement that fails after its first rows leaves no gaps in the next result', async () => {
  const { url } = await openTestPostgres()
  const one = lazyPostgres(url, 1)
  cleanUp.push(one.close)
  for (let round = 0; round < 2; round += 1) {
    await expect(one.sql`SELECT 1 / (3 - n) FROM generate_series(1, 5) n`).rejects.toThrow('division by zero')
    expect([...(await one.sql`SELECT n FROM generate_series(1, 2) n`)]).toEqual([{ n: 1 }, { n: 2 }])
  }
})

test('a cursor whose connection is lost while its rows are handled fails instead of ending early', async () => {
  const { url, sql: other } = await openTestPostgres()
  const one = lazyPostgres(url, 1)
  cleanUp.push(one.close)
  const read = async () => {
    for await (const [row] of one.sql`SELECT pg_backend_pid() AS pid FROM generate_series(1, 100)`.cursor(
      10,
    )) {
      await other`SELECT pg_terminate_backend(${row?.pid})`
      await pause(200)
    }
  }
  await expect(read()).rejects.toThrow(/CONNECTION|terminating/)
  expect([...(await one.sql`SELECT 2 AS two`)]).toEqual([{ two: 2 }])
})

test('a server that closes each new connection is not tried again without a pause', async () => {
  let tries = 0
  const server = createServer(socket => {
    tries += 1
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp.push(async () => void server.close())
  const { port } = server.address() as AddressInfo
  const away = lazyPostgres(`postgres://a@127.0.0.1:${port}/a`, 1)
  const answer = away.sql`SELECT 1`.catch(error => error.code)
  await pause(1_000)
  expect(tries).toBeGreaterThan(1)
  expect(tries).toBeLessThan(50)
  await away.close()
  expect(await answer).toBe('CONNECTION_DESTROYED')
})
