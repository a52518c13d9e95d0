/** The product in its own process, with a clock that the oracle sets, and its public calls. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../platform/free-port.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const STAFF = { username: 'ada', password: 'correct horse battery staple' }
const MINUTE = 60_000

export type System = Awaited<ReturnType<typeof startSystem>>

export const startSystem = async (zone: string, began: number) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-oracle-'))
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    // Commands find the running product at this port.
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    STAFF_USERNAME: STAFF.username,
    STAFF_PASSWORD: STAFF.password,
    REPORT_TIMEZONE: zone,
    CLICK_IDS: 'on',
    CANARY_SECONDS: '0',
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_FORMS_PER_MINUTE: '0',
    KEEP_LEADS_DAYS: '0',
    KEEP_SPAM_DAYS: '0',
    KEEP_VISIT_DETAILS_DAYS: '0',
  }
  const run = (script: string, given: string[], stdio: 'ipc' | 'ignore', at: number): ChildProcess =>
    spawn(
      process.execPath,
      ['--import', join(import.meta.dirname, 'clock.ts'), join(ROOT, script), ...given],
      {
        env: { ...env, ORACLE_AT: String(at) },
        stdio: ['ignore', 'pipe', 'inherit', stdio],
      },
    )
  const child = run('infra/rigs/testing/system-process.ts', [], 'ipc', began)
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the product ended with ${code}`)))
    child.stdout?.on('data', data => {
      const [, address] = /^listening (\S+)/m.exec(String(data)) ?? []
      if (address) resolve(address)
    })
  })

  let now = began
  let cookie = ''
  let loggedInAt = Number.NEGATIVE_INFINITY

  const setClock = async (at: number, runs = false): Promise<void> => {
    now = at
    const taken = once(child, 'message')
    child.send({ at, runs })
    await taken
  }

  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const content = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...content, ...headers },
        ...(body === undefined ? {} : { body: sent }),
      })
      if (answer.ok) return answer
      // Retry a 503: on a slow machine a store may miss its time limit.
      if (answer.status !== 503 || tries > 20) {
        const said = `${method} ${path}: ${answer.status} ${await answer.text()}`
        throw new Error(said)
      }
      await sleep(500)
    }
  }

  /** Logs in again before the login expires: a session after 30 idle minutes, its re-authentication after 15. */
  const staff = async (): Promise<{ cookie: string }> => {
    if (now - loggedInAt > 14 * MINUTE) {
      loggedInAt = now
      const answer = await call('POST', '/api/admin/login', STAFF)
      cookie = answer.headers
        .getSetCookie()
        .map(one => one.split(';', 1)[0])
        .join('; ')
    }
    return { cookie }
  }

  const output = async (command: ChildProcess): Promise<string> => {
    let text = ''
    command.stdout?.on('data', data => {
      text += data
    })
    const [code] = await once(command, 'close')
    if (code !== 0) throw new Error(`a command ended with ${code}: ${text}`)
    return text
  }
  let analysts: Promise<URL> | undefined
  const askAnalysts = (): Promise<URL> => {
    analysts ??= output(run('infra/app/commands/sql.ts', ['--url'], 'ignore', now)).then(
      text => new URL(text.trim()),
    )
    return analysts
  }

  return {
    setClock,
    access: async () => ({ url, ...(await staff()), analysts: (await askAnalysts()).href }),
    /** A visitor's call. Returns the JSON answer. */
    visitor: async (path: string, body: unknown, headers?: Record<string, string>): Promise<unknown> =>
      (await call('POST', path, body, headers)).json(),
    staff: async <T>(method: string, path: string, body?: unknown, headers = {}): Promise<T> => {
      const answer = await call(method, `/api/admin/${path}`, body, { ...(await staff()), ...headers })
      const isJson = answer.headers.get('content-type')?.includes('json')
      return (isJson ? await answer.json() : await answer.text()) as T
    },
    get: async <T>(path: string): Promise<T> =>
      (await (await call('GET', path, undefined, await staff())).json()) as T,
    file: async (path: string): Promise<string> => (await call('GET', path, undefined, await staff())).text(),
    /** All rows, as `npm run sql` returns them, with 64-bit numbers as strings. */
    sql: async <T>(query: string): Promise<T[]> => {
      const { username, password, origin } = await askAnalysts()
      const answer = await fetch(`${origin}/?database=reporting&default_format=JSONEachRow`, {
        method: 'POST',
        headers: { 'x-clickhouse-user': username, 'x-clickhouse-key': password },
        body: query,
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${query}: ${text}`)
      return text
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line))
    },
    erase: (email: string) =>
      output(run('infra/app/commands/erase.ts', ['--yes', '--email', email], 'ignore', now)),
    close: async () => {
      child.removeAllListeners('exit')
      const ended = once(child, 'exit')
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
