/** The API on real stores with an adjustable clock, for tests of routes. */
import type { ClickHouseClient } from '@clickhouse/client'
import type { Place } from '@firsttouch/infra/log/log'
import type { HttpOptions } from '@firsttouch/infra/platform/http/http'
import { cleanUpAfter } from '@firsttouch/infra/rigs/testing/clean-up'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestClickHouse, openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import type { Sql } from '@firsttouch/infra/stores/postgres'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { v7 } from 'uuid'
import { type ApiConfig, buildApi } from '../app.ts'
import { changeAccount, createAccount, getAccount } from '../auth/accounts.ts'
import { startSession } from '../auth/sessions.ts'
import type { Role } from '../contract/roles.ts'
import { openReadModel } from '../read-model/read-model.ts'

export const STAFF = { username: 'ada', password: 'four random words here' }

export const CONFIG: ApiConfig = {
  site: {
    siteUrl: 'https://www.example.com',
    paymentLinks: { regional: '', national: '', enterprise: '' },
    chatNumber: '',
    supportEmail: '',
    adsManagerId: '',
    videoUrl: '',
    consentMode: 'not_required',
  },
  pixelId: '1234567890',
  formsPerMinute: 0,
  timeZone: 'Europe/London',
  country: 'GB',
  currency: 'GBP',
}

/** A partition without entries, as after retention or a restore. Reports must use its start, not its end. */
const EMPTIED = { partition: 7, start: 1_000, end: 1_000, committed: 0 }

/** In-memory log. Rejects appends while `down`. */
export const openTestLog = (now: () => Date = () => new Date()) => {
  const appended: { key: string; value: string }[] = []
  const times = new WeakMap<object, Date>()
  const state = { down: false, owned: [0, EMPTIED.partition], reached: 0 }
  const assertUp = () => {
    if (state.down) throw new Error('the log is down')
  }
  return {
    appended,
    state,
    append: async (entries: { key: string; value: string }[]) => {
      assertUp()
      for (const entry of entries) times.set(entry, now())
      appended.push(...entries)
    },
    consume: async () => undefined,
    moveTo: async () => undefined,
    positions: async () => {
      assertUp()
      const { reached } = state
      return [{ partition: 0, start: 0, end: appended.length, committed: 0, reached }, EMPTIED]
    },
    timesAt: async (places: readonly Place[]) => {
      assertUp()
      const offset = places.find(({ partition }) => partition === 0)?.offset
      const at = offset === undefined ? undefined : times.get(appended[offset] ?? {})
      return new Map(at ? [[0, at]] : [])
    },
    owned: async () => {
      assertUp()
      return new Set(state.owned)
    },
    close: async () => undefined,
  }
}

export type TestApi = Awaited<ReturnType<typeof openTestApi>>

let generations = 0

/** Inserts each row twice and stops merges, so that a query without FINAL counts duplicates and fails its test. */
const writingTwice = (client: ClickHouseClient): ClickHouseClient => {
  const unmerged = new Set<string>()
  const insert: typeof client.insert = async given => {
    if (!unmerged.has(given.table)) await client.command({ query: `SYSTEM STOP MERGES ${given.table}` })
    unmerged.add(given.table)
    await client.insert(given)
    return client.insert(given)
  }
  return Object.assign(Object.create(client), { insert })
}

/** Each test API has its own databases. */
export const openTestApi = async (config: Partial<ApiConfig> = {}) => {
  const { sql } = await openTestPostgres()
  generations += 1
  const { clickhouse, client, db } = await openTestClickHouse(`firsttouch_${generations}`)
  await sql`UPDATE read_models SET generation = ${generations}`
  const clock = { now: new Date('2026-03-01T12:00:00.000Z') }
  const log = openTestLog(() => clock.now)
  const given = { sql, clickhouse: clickhouse.client(), log, now: () => clock.now }
  const build = async (more: Partial<ApiConfig> = {}, http?: HttpOptions): Promise<FastifyInstance> => {
    const built = await buildApi({ ...given, config: { ...CONFIG, ...config, ...more } }, http)
    // The API's background jobs must end before the stores close.
    cleanUpAfter('all').push(() => built.close())
    // Starts background jobs now instead of at the first request.
    await built.ready()
    return built
  }
  const own = { ...given, config: { ...CONFIG, ...config } }
  const app = await build()
  return {
    app,
    deps: { ...own, readModel: openReadModel(own) },
    /** Builds another instance on the same stores. */
    build,
    sql,
    clickhouse: writingTwice(client),
    db,
    log,
    clock,
    close: () => app.close(),
  }
}

export type StaffApi = Awaited<ReturnType<typeof openStaffApi>>

export const openStaffApi = async (config: Partial<ApiConfig> = {}) => {
  const api = await openTestApi(config)
  await addStaff(api.sql)
  const staff = {
    ...api,
    cookies: cookiesOf(await logIn(api.app)),
    /** After the clock has moved further than a session lasts. Without a password: its hash costs more than most tests. */
    logInAgain: async () => {
      const { id } = await getAccount(api.sql, STAFF.username)
      staff.cookies = { ...staff.cookies, sid: await startSession(api.sql, id, api.clock.now) }
    },
    /** Moves the clock and logs in again, because the session would expire. */
    moveTo: async (time: Date) => {
      api.clock.now = time
      await staff.logInAgain()
    },
    call: (method: Method, path: string, body?: object, app = api.app) =>
      app.inject({ method, url: `/api/admin/${path}`, cookies: staff.cookies, ...(body && { body }) }),
  }
  return staff
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export const later = (clock: { now: Date }, ms: number): void => {
  clock.now = new Date(clock.now.getTime() + ms)
}

let hash: string | undefined

/** `STAFF` is hashed once in a process. */
export const addStaff = async (sql: Sql, credentials = STAFF): Promise<void> => {
  if (credentials !== STAFF || hash === undefined) await createAccount(sql, credentials, new Date())
  else
    await sql`
      INSERT INTO staff_accounts (id, username, password_hash, role, created_at, updated_at)
      VALUES (${v7()}, ${STAFF.username}, ${hash}, 'owner', ${new Date()}, ${new Date()})`
  if (credentials === STAFF)
    hash ??= (await sql`SELECT password_hash FROM staff_accounts WHERE username = ${STAFF.username}`)[0]
      ?.password_hash
}

export const disableAccount = async (sql: Sql, username: string, now: Date): Promise<void> =>
  changeAccount(sql, (await getAccount(sql, username)).id, { disabled: true }, now)

export const setRole = async (sql: Sql, username: string, role: Role, now: Date): Promise<void> =>
  changeAccount(sql, (await getAccount(sql, username)).id, { role }, now)

/** Removes all accounts and failed logins, and resets the clock to the current time. */
export const resetStaff = async ({ sql, clock }: TestApi): Promise<void> => {
  await emptyTables(sql, 'staff_accounts', 'login_failures')
  clock.now = new Date()
  await addStaff(sql)
}

export const logIn = (app: FastifyInstance, body: unknown = STAFF, more: InjectOptions = {}) =>
  app.inject({ method: 'POST', url: '/api/admin/login', ...more, body: body as object })

/** Cookies of an answer, in the form for the next request. */
export const cookiesOf = (answer: { cookies: { name: string; value: string }[] }): Record<string, string> =>
  Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
