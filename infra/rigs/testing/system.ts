/** The whole system on a free port over its own data directory, and the calls of its tests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFirsttouch } from '../../app/start.ts'
import { readEnv } from '../../platform/env.ts'
import { openTestPostgres } from './stores.ts'

export const STAFF = { username: 'ada', password: 'correct horse battery staple' }

export const logIn = async (url: string, who = STAFF): Promise<string> => {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}

export type TestSystem = Awaited<ReturnType<typeof startTestSystem>>

/**
 * With `dataDir`, starts a separate PostgreSQL over the existing data and leaves the data in place. Without it, uses
 * the PostgreSQL of the test file and removes all data at the end. `site`: also serves the pages, for tests in a
 * browser.
 */
export const startTestSystem = async (
  options: { dataDir?: string; site?: boolean; env?: Record<string, string> } = {},
) => {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'firsttouch-')))
  const database = options.dataDir || options.env?.DATABASE_URL ? null : await openTestPostgres()
  const records = database && { DATABASE_URL: database.url }
  const env = readEnv({
    PORT: '0',
    DATA_DIR: dataDir,
    STAFF_USERNAME: STAFF.username,
    STAFF_PASSWORD: STAFF.password,
    RATE_LIMIT_FORMS_PER_MINUTE: '0',
    CANARY_SECONDS: '0',
    // Disable the retention, as tests use sessions of fixed days.
    KEEP_VISIT_DETAILS_DAYS: '0',
    ...records,
    ...options.env,
  })
  const { url, metricsPort, close } = await startFirsttouch(env, { site: options.site ?? false })
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const login = () => logIn(url)
  let cookie: Promise<string> | undefined
  const get = async <T>(path: string): Promise<T> => {
    cookie ??= login()
    const headers = { cookie: await cookie }
    const ask = () => fetch(`${url}${path}`, { headers })
    let answer = await ask()
    // Retry a 503: on a slow machine a store may miss its time limit.
    for (let again = 0; answer.status === 503 && again < 10; again++) {
      await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1))
      answer = await ask()
    }
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    url,
    metricsPort,
    dataDir,
    /** Settings with which another process finds the same data. */
    stores: { DATA_DIR: dataDir, ...records },
    post,
    get,
    login,
    close: async () => {
      await close()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
