import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { describe, expect, test, vi } from 'vitest'
import { cleanUpAfter } from '../rigs/testing/clean-up.ts'
import { until } from '../rigs/testing/until.ts'
import { VERSION_FILE } from './data-dir.ts'
import { serverAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { startServer } from './embedded/server.ts'
import { openPostgres } from './postgres.ts'
import { withPostgresFromEnv } from './postgres-from-env.ts'

const cleanUp = cleanUpAfter('each')

const temporaryDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'firsttouch-postgres-'))
  cleanUp.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** A copy of the data directory of a first start, which is made once. */
const madeBefore = async (): Promise<string> => {
  const dataDir = await temporaryDirectory()
  await promisify(execFile)('cp', ['-a', `${await first()}/.`, dataDir])
  return dataDir
}
let made: Promise<string> | undefined
const first = (): Promise<string> => {
  made ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-postgres-'))
    cleanUpAfter('all').push(() => rm(dataDir, { recursive: true, force: true }))
    await (await openPostgres({ dataDir })).close()
    return dataDir
  })()
  return made
}

const open = async (dataDir: string) => {
  const opened = await openPostgres({ dataDir })
  cleanUp.push(opened.close)
  return opened
}

/** Spawns a process that opens the directory, prints its URL and waits to be killed. */
const openElsewhere = async (dataDir: string): Promise<{ child: ChildProcess; line: string }> => {
  const code = `
    import { openPostgres } from ${JSON.stringify(import.meta.resolve('./postgres.ts'))}
    const { url } = await openPostgres({ dataDir: process.argv[1] }).catch(error => ({ url: error.message }))
    console.log(url)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  cleanUp.push(async () => child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  return { child, line: String(line) }
}

const answers = async (url: string): Promise<boolean> => {
  const sql = postgres(url, { max: 1, connect_timeout: 10 })
  return sql`SELECT 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => sql.end({ timeout: 0 }))
}

const serverProcess = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

describe('the embedded server', () => {
  test('the embedded PostgreSQL is real, syncs to the disk and listens on loopback only', async () => {
    const { sql } = await open(await madeBefore())
    const [row] = await sql`SELECT current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('listen_addresses') AS listens, current_setting('server_encoding') AS encoding`
    expect(row).toEqual({ fsync: 'on', synchronous_commit: 'on', listens: '127.0.0.1', encoding: 'UTF8' })
  })

  test('the embedded PostgreSQL keeps its data over a restart', async () => {
    const dataDir = await madeBefore()
    const first = await openPostgres({ dataDir })
    await first.sql`CREATE TABLE kept AS SELECT 'ünïcode' AS word`
    await first.close()
    const second = await open(dataDir)
    expect(await second.sql`SELECT word FROM kept`).toEqual([{ word: 'ünïcode' }])
  })

  test('the embedded PostgreSQL makes a password that only its account can read', async () => {
    const [a, b] = await Promise.all([temporaryDirectory(), madeBefore()])
    const [first, second] = await Promise.all([open(a), open(b)])
    expect(new URL(first.url).password).not.toEqual(new URL(second.url).password)
    expect((await stat(join(a, 'postgres', 'firsttouch.password'))).mode & 0o777).toBe(0o600)
    const guess = new URL(first.url)
    guess.password = 'password'
    expect(await answers(guess.href)).toBe(false)
  })

  test('the embedded PostgreSQL has ended when close resolves', async () => {
    const dataDir = await madeBefore()
    const { url, close } = await openPostgres({ dataDir })
    await close()
    expect(await answers(url)).toBe(false)
    await expect(access(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
  })

  test('the embedded PostgreSQL stops when its process is killed, and the next process opens the directory at once', async () => {
    const dataDir = await madeBefore()
    const { child, line: url } = await openElsewhere(dataDir)
    expect(await answers(url)).toBe(true)
    child.kill('SIGKILL')
    const next = await open(dataDir)
    expect(await next.sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
    await until(async () => !(await answers(url)), 5_000)
  })

  test('the embedded PostgreSQL outlives an interrupt from the terminal until its process has finished', async () => {
    const dataDir = await madeBefore()
    const code = `
      import { openPostgres } from ${JSON.stringify(import.meta.resolve('./postgres.ts'))}
      const { sql, close } = await openPostgres({ dataDir: process.argv[1] })
      process.once('SIGINT', async () => {
        await new Promise(resolve => setTimeout(resolve, 500))
        console.log((await sql\`SELECT 'drained' AS word\`)[0].word)
        await close()
        process.exit(0)
      })
      console.log('open')
      setInterval(() => undefined, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const lines: string[] = []
    createInterface(child.stdout).on('line', line => lines.push(line))
    await until(() => lines.length > 0, 10_000)
    // A terminal sends the signal to the whole process group.
    process.kill(-(child.pid ?? 0), 'SIGINT')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(lines).toEqual(['open', 'drained'])
  })

  test('the embedded PostgreSQL restarts on the same port after a crash', async () => {
    const dataDir = await madeBefore()
    const { sql, url } = await open(dataDir)
    await sql`CREATE TABLE kept AS SELECT 1 AS one`
    process.kill(await serverProcess(dataDir), 'SIGKILL')
    await until(async () => !(await answers(url)), 5_000)
    await until(async () => (await sql`SELECT one FROM kept`.catch(() => [])).length === 1, 15_000)
  })

  test('the embedded PostgreSQL refuses a directory in use and names it', async () => {
    const dataDir = await madeBefore()
    await open(dataDir)
    const directory = join(dataDir, 'postgres')
    const [{ postgres }, account] = await Promise.all([findBinaries(), serverAccount()])
    const second = startServer({ directory, postgres, account, patienceMs: 300 })
    await expect(second).rejects.toThrow(`The data directory ${directory} is in use`)
  })

  test('the embedded PostgreSQL ignores a lock file whose process id belongs to another program', async () => {
    const dataDir = await madeBefore()
    const first = await openPostgres({ dataDir })
    const lock = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    await first.close()
    const other = spawn('sleep', ['60'], await serverAccount())
    cleanUp.push(async () => other.kill())
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), lock.replace(/^\d+/, String(other.pid)))
    await open(dataDir)
  })

  test('the embedded PostgreSQL starts under any locale', async () => {
    for (const name of ['LANG', 'LC_ALL', 'LC_COLLATE']) vi.stubEnv(name, 'tlh_KL.no-such')
    cleanUp.push(async () => void vi.unstubAllEnvs())
    const { sql } = await open(await temporaryDirectory())
    const [row] =
      await sql`SELECT string_agg(word, '' ORDER BY word) AS words FROM unnest(ARRAY['ä', 'b', 'B', 'a']) AS word`
    expect(row?.words).toBe('Babä')
  })

  test('the embedded PostgreSQL starts after an interrupted first start', async () => {
    const dataDir = await temporaryDirectory()
    await mkdir(join(dataDir, 'postgres-initialising-x', 'data'), { recursive: true })
    await writeFile(join(dataDir, 'postgres-initialising-x', 'data', 'PG_VERSION'), '18\n')
    for (const [name, ageMs] of Object.entries({
      'postgres-initialising-old': 61 * 60_000,
      'other-old': 99 * 60_000,
    })) {
      await mkdir(join(dataDir, name))
      const at = new Date(Date.now() - ageMs)
      await utimes(join(dataDir, name), at, at)
    }
    await open(dataDir)
    expect((await readdir(dataDir)).toSorted()).toEqual([
      'other-old',
      'postgres',
      'postgres-initialising-x',
      VERSION_FILE,
    ])
  })

  test('a command uses the embedded PostgreSQL of a running process and leaves it running, else starts one for the moment', async () => {
    const dataDir = await madeBefore()
    const env = { DATA_DIR: dataDir }
    const ask = () =>
      withPostgresFromEnv(env, async ({ sql, url }) => {
        const [row] = await sql`SELECT to_regclass('leads') IS NOT NULL AS migrated`
        return { url, migrated: row?.migrated }
      })
    const alone = await ask()
    expect([alone.migrated, await answers(alone.url)]).toEqual([true, false])
    const { url } = await open(dataDir)
    expect(await ask()).toEqual({ url, migrated: true })
    await expect(withPostgresFromEnv(env, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await answers(url)).toBe(true)
  })

  test('the embedded PostgreSQL prints its last log lines when it cannot start', async () => {
    const dataDir = await madeBefore()
    await (await openPostgres({ dataDir })).close()
    await rm(join(dataDir, 'postgres', 'global'), { recursive: true })
    await expect(openPostgres({ dataDir })).rejects.toThrow(
      /did not start in .*postgres\. Its last lines:\n.*global/s,
    )
  })

  test.runIf(process.getuid?.() === 0)(
    'under root, the error names the parent folder that PostgreSQL’s account cannot enter',
    async () => {
      const closed = await temporaryDirectory()
      const dataDir = join(closed, 'data')
      await expect(openPostgres({ dataDir })).rejects.toThrow(
        `cannot enter ${closed} on the way to ${dataDir}. Set DATA_DIR to a directory elsewhere`,
      )
    },
  )
})

test('a PostgreSQL server that a URL names is used unchanged and left running', async () => {
  const { url } = await open(await madeBefore())
  const other = await openPostgres({ url, dataDir: '/nowhere' })
  expect(await other.sql`SELECT 1 AS one`).toEqual([{ one: 1 }])
  await other.close()
  expect(await answers(url)).toBe(true)
})

test('closing takes seconds even if the server was killed during a query', async () => {
  const dataDir = await madeBefore()
  const { url } = await open(dataDir)
  const ours = await openPostgres({ url, dataDir: '/nowhere' })
  const asked = Promise.allSettled([
    ours.sql`SELECT pg_sleep(60)`,
    ours.sql.begin(tx => tx`SELECT pg_sleep(60)`),
  ])
  const sleeping = async () =>
    (await ours.sql`SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND wait_event = 'PgSleep'`)
      .length
  await until(async () => (await sleeping()) === 2, 10_000)
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  const began = performance.now()
  await ours.close()
  expect(performance.now() - began).toBeLessThan(15_000)
  for (const { status } of await asked) expect(status).toBe('rejected')
})
