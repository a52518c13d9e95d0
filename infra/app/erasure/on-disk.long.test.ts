/** S-55: after an erasure no file contains the person. The test searches the raw bytes of the disk and of a backup. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { walk } from '../../platform/walk.ts'
import { startTestSystem, type TestSystem } from '../../rigs/testing/system.ts'
import { until } from '../../rigs/testing/until.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { openPostgresFromEnv } from '../../stores/postgres-from-env.ts'
import { eraseOnDisk } from './on-disk.ts'
import { appliedEverywhere, erasePerson } from './person.ts'

vi.setConfig({ testTimeout: 900_000 })
const SESSION = 'utm_1767225600000_ondiskperson'
const ada = {
  name: 'Zebedee Quillfeather',
  email: 'zebedee.quillfeather@plover.example',
  phone: '07700 900641',
  message: 'Marmalade umbrellas at noon',
  business: 'Quillfeather Umbrellas',
}
const CONTACT = ['ebedee', 'uillfeather', 'armalade umbrellas', '900641', 'Note on a quiet customer']

let place: string
let dataDir: string
let system: TestSystem
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'firsttouch-on-disk-'))
  // PostgreSQL's account needs access when tests run as root.
  await chmod(place, 0o711)
  dataDir = join(place, 'data')
  system = await startTestSystem({ dataDir })
  await fill()
})
afterAll(async () => {
  await system?.close()
  await rm(place, { recursive: true, force: true })
})

/** Leaves the person's bytes in rows, dead row versions, the write-ahead log and planner statistics. */
const fill = async () => {
  const headers = { 'x-session-id': SESSION }
  const trial = {
    ...ada,
    businessName: ada.business,
    primaryKeyword: 'x',
    targetArea: 'y',
    currentAdsAccount: 'no',
  }
  const cookie = { cookie: await system.login() }
  for (let i = 0; i < 3; i += 1) {
    const { id } = await (await system.post('/api/contact', ada, headers)).json()
    await system.post(`/api/admin/leads/${id}/notes`, { body: 'Note on a quiet customer' }, cookie)
    await fetch(`${system.url}/api/admin/leads/${id}`, {
      method: 'PATCH',
      headers: { ...cookie, 'content-type': 'application/json' },
      body: '{"status":"contacted"}',
    })
  }
  await system.post('/api/trial-signup', trial, headers)
  const onboarding = { ...trial, fullName: ada.name, mobileNumber: ada.phone, emailAddress: ada.email }
  await system.post('/api/onboarding', onboarding, headers)
  await system.post('/api/analytics/visit', { sessionId: SESSION, pagePath: '/' })
  await system.post('/api/contact', { name: 'Bob Stays', email: 'bob@example.com', message: 'Hello' })
  await settled()
  const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
  await records.sql`ANALYZE`
  // Fills segments of the write-ahead log that the server will recycle.
  for (let i = 0; i < 4; i += 1) {
    await records.sql`SELECT pg_logical_emit_message(false, 'fill', ${`${ada.email} `.repeat(400_000)})`
    await records.sql`CHECKPOINT`
  }
  await records.close()
}

const settled = () =>
  until(async () => {
    const accounting = await system.get<PipelineAccounting>('/api/admin/pipeline').catch(() => null)
    return accounting?.inFlight === 0 && accounting.balanced === true && accounting.total.accepted >= 6
  }, 90_000)

/** Files under a directory that contain one of the words. */
const filesWith = async (directory: string, words: string[]): Promise<string[]> => {
  const needles = words.map(word => Buffer.from(word))
  const found: string[] = []
  for await (const { path, entry } of walk(directory))
    if (entry.isFile() && (await holds(join(directory, path), needles))) found.push(path)
  return found
}

const PIECE = 4 * 1024 * 1024
const OVERLAP = 100
const holds = async (path: string, needles: Buffer[]): Promise<boolean> => {
  const file = await open(path).catch(() => null)
  if (!file) return false
  try {
    const buffer = Buffer.alloc(PIECE)
    for (let at = 0; ; at += PIECE - OVERLAP) {
      const { bytesRead } = await file.read(buffer, 0, PIECE, at)
      if (needles.some(needle => buffer.subarray(0, bytesRead).includes(needle))) return true
      if (bytesRead < PIECE) return false
    }
  } finally {
    await file.close()
  }
}

const command = async (script: string, ...given: string[]): Promise<string> => {
  const env = { ...process.env, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '..', 'commands', script), ...given],
    {
      env,
    },
  )
  return stdout
}

test('before the erasure the person is in the tables\u2019 files, in the statistics and in the WAL', async () => {
  const files = await filesWith(join(dataDir, 'postgres'), CONTACT)
  expect(files.filter(file => file.startsWith('base/')).length).toBeGreaterThan(3)
  expect(files.filter(file => file.startsWith('pg_wal/')).length).toBeGreaterThan(0)
})

test('after the erasure no file of PostgreSQL or ClickHouse holds the person, nor does a new backup', async () => {
  const said = await command('erase.ts', '--yes', '--email', ada.email)
  expect(said).toContain('None of its files holds the')
  const [name = ''] = await readdir(join(dataDir, 'erasures'))
  const receipt = JSON.parse(await readFile(join(dataDir, 'erasures', name), 'utf8'))
  expect(receipt.onDisk).toEqual({ at: expect.any(String), remains: [] })
  for (const store of ['postgres', 'clickhouse', 'erasures'])
    expect([store, await filesWith(join(dataDir, store), CONTACT)]).toEqual([store, []])
  expect(await filesWith(join(dataDir, 'postgres'), [SESSION])).toEqual([])
  const backup = join(place, 'backup')
  await command('backup.ts', backup)
  expect(await filesWith(backup, [...CONTACT, SESSION])).toEqual([])
})

test('the product keeps working, keeps all other data, and reuses the WAL as before', async () => {
  const leads = await system.get<{ name: string }[]>('/api/admin/leads')
  expect(leads.map(({ name }) => name)).toEqual(['Bob Stays'])
  expect((await system.post('/api/analytics/visit', { sessionId: 'utm_1_after' })).status).toBe(202)
  const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
  const [row] = await records.sql`SELECT current_setting('wal_recycle') AS value`
  expect(row?.value).toBe('on')
  await records.close()
})

test('the receipt names data that an open reader, a backup or a large table retains, and the next erasure removes them', async () => {
  await system.post('/api/contact', ada)
  const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
  const slot = 'a_backup'
  await records.sql`SELECT pg_create_physical_replication_slot(${slot}, true)`
  const said = await command('erase.ts', '--yes', '--email', ada.email)
  expect(said).toContain('may still hold erased data that no query finds')
  expect(said).toMatch(
    /The write-ahead log holds erased data .*: \d+ segments are kept for a backup or a replica/,
  )
  const large = (await eraseOnDisk(records.sql, { mostBytes: 1 })).remains.join('\n')
  expect(large).toMatch(/The table log_batches was not rewritten: it has 0 MB .* --large-tables/)
  const reader = await records.sql.reserve()
  await reader`BEGIN ISOLATION LEVEL REPEATABLE READ`
  await reader`SELECT 1`
  // A transaction that began before a later change may still see the old rows.
  await records.sql`SELECT pg_current_xact_id()`
  const { remains } = await eraseOnDisk(records.sql, { readersWithinMs: 100 })
  expect(remains[0]).toMatch(
    /^Older transactions did not end in time: \d+ transactions from before the erasure are still open/,
  )
  await reader`COMMIT`
  reader.release()
  await records.sql`SELECT pg_drop_replication_slot(${slot})`
  await records.close()
  const [, receipt = ''] = /--again (\S+) removes it/.exec(said) ?? []
  expect(await command('erase.ts', '--again', receipt)).toContain('None of its files holds the')
  expect(await filesWith(join(dataDir, 'postgres'), CONTACT)).toEqual([])
})

test('the erasure waits for a reader that starts while the statistics are erased, or reports it', async () => {
  for (let i = 0; i < 3; i += 1) await system.post('/api/contact', ada)
  const records = await openPostgresFromEnv({ DATA_DIR: dataDir })
  const { sql } = records
  await sql`ANALYZE`
  await erasePerson(sql, { email: ada.email }, new Date())
  await appliedEverywhere(sql)
  const [lock, reader] = [await sql.reserve(), await sql.reserve()]
  await lock`BEGIN`
  await lock`LOCK TABLE pg_statistic IN SHARE MODE`
  const erasing = eraseOnDisk(sql, { readersWithinMs: 2_000 })
  await until(async () => {
    const waiting = await sql`
      SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%DELETE FROM pg_statistic%'`
    return waiting.length > 0
  }, 60_000)
  await reader`BEGIN ISOLATION LEVEL REPEATABLE READ`
  await reader`SELECT 1`
  await lock`COMMIT`
  expect((await erasing).remains).toEqual([
    expect.stringMatching(/^Planner statistics .*: \d+ transactions from before the erasure are still open/),
  ])
  const again = eraseOnDisk(sql)
  await reader`COMMIT`
  expect((await again).remains).toEqual([])
  expect(await filesWith(join(dataDir, 'postgres'), CONTACT)).toEqual([])
  for (const one of [lock, reader]) one.release()
  await records.close()
})

test('ClickHouse\u2019s files hold the session only until the replaced parts are deleted', async () => {
  await system.close()
  const engine = await openClickHouse({ dataDir })
  const client = engine.client()
  const tables = await client.query({
    query: `SELECT concat(database, '.', name) AS name FROM system.tables
      WHERE database LIKE 'firsttouch%' AND engine LIKE '%MergeTree'`,
    format: 'JSONEachRow',
  })
  // Shortens the eight minutes that ClickHouse waits before it deletes old parts.
  for (const { name } of await tables.json<{ name: string }>())
    await client.command({
      query: `ALTER TABLE ${name} MODIFY SETTING old_parts_lifetime = 1, cleanup_delay_period = 1,
        max_cleanup_delay_period = 1`,
    })
  await until(async () => (await filesWith(join(dataDir, 'clickhouse'), [SESSION])).length === 0, 60_000)
  await engine.close()
  system = await startTestSystem({ dataDir })
})
