/** Requests and entries that are under way during an erasure. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cleanUpAfter } from '../../rigs/testing/clean-up.ts'
import { insertEntry } from '../../rigs/testing/log/log-table.ts'
import { openTestPostgres } from '../../rigs/testing/stores.ts'
import { until } from '../../rigs/testing/until.ts'
import { databaseOf, groupOf } from '../../stores/read-models.ts'
import { appliedEverywhere, eraseAsReceipted, erasePerson, tracesOf } from './person.ts'
import { saveReceipt } from './receipt.ts'

const cleanUp = cleanUpAfter('each')
const SESSION = 'utm_1767225600000_ontheway'

test('entries that a relay appends during an erasure lose their session too', async () => {
  const { sql } = await openTestPostgres()
  const now = new Date()
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
        updated_at)
    VALUES (gen_random_uuid(), 'Ada', 'ada@example.com', '', '', '', '', ${SESSION}, '{}', '', ${now}, ${now})`
  const value = JSON.stringify({ v: 1, receivedAt: now.toISOString(), events: [{ sessionId: SESSION }] })
  await sql`INSERT INTO outbox (key, value, created_at) VALUES (${SESSION}, ${value}, ${now})`
  const relay = await sql.reserve()
  await relay`BEGIN`
  await relay`SELECT id FROM outbox WHERE sent_at IS NULL FOR UPDATE SKIP LOCKED`
  const erasing = erasePerson(sql, { email: 'ada@example.com' }, new Date())
  await until(async () => {
    const waiting = await sql`
      SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
    return waiting.length > 0
  }, 30_000)
  await insertEntry(sql, { partition: 0, offset: 0, key: SESSION, value })
  await relay`UPDATE outbox SET sent_at = now()`
  await relay`COMMIT`
  relay.release()
  expect((await erasing).erased).toMatchObject({ leads: 1, outbox: 1, logEntries: 1 })
  expect(await tracesOf(sql, [SESSION])).toEqual([])
})

test('an erasure deletes a record’s pending notifications, also of trial sign-ups and onboarding forms', async () => {
  const { sql } = await openTestPostgres()
  const now = new Date()
  const [lead] = await sql<{ id: string }[]>`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
        updated_at)
    VALUES (gen_random_uuid(), 'Ada', 'ada@example.com', '', '', '', '', '', '{}', '', ${now}, ${now}) RETURNING id`
  const [submission] = await sql<{ id: string }[]>`
    INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
      has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at)
    VALUES (gen_random_uuid(), 'Ada', '', '', '', 'ada@example.com', false, '', '', '', '', '{}', '', ${now}) RETURNING id`
  for (const [about, state] of [
    [lead?.id ?? '', 'sent'],
    [submission?.id ?? '', 'waiting'],
    ['0192a3b4-0000-7000-8000-000000000001', 'waiting'],
  ] as const)
    await sql`
      INSERT INTO notifications (id, channel, kind, about, address, happened_at, next_at, state)
      VALUES (gen_random_uuid(), 'email', 'lead', ${about}, 'office@staff.example', ${now}, ${now}, ${state})`
  await erasePerson(sql, { email: 'ada@example.com' }, new Date())
  const left = await sql<{ about: string }[]>`SELECT about FROM notifications`
  expect(left.map(({ about }) => about)).toEqual(['0192a3b4-0000-7000-8000-000000000001'])
})

test('an erasure waits for read models that no projector redacts, and then names them', async () => {
  const { sql } = await openTestPostgres()
  await appliedEverywhere(sql, 0)
  await erasePerson(sql, { session: SESSION }, new Date())
  await expect(appliedEverywhere(sql, 0)).rejects.toThrow('no projector has taken the sessions out')
  await sql`
    INSERT INTO erasures_applied (consumer_group, seq) SELECT ${groupOf(databaseOf(1))}, max(seq) FROM erased_sessions`
  await appliedEverywhere(sql, 0)
})

test('a restored database carries out unknown receipts once, and erases people who came back', async () => {
  const { sql } = await openTestPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'firsttouch-receipts-'))
  cleanUp.push(() => rm(dataDir, { recursive: true }))
  expect(await eraseAsReceipted(sql, dataDir)).toEqual([])
  const now = new Date()
  const comeBack = () => sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
        updated_at)
    VALUES (gen_random_uuid(), 'Ada', 'ada@example.com', '', '', '', '', '', '{}', '', ${ago}, ${ago})`
  const ago = new Date(now.getTime() - 1_000)
  await comeBack()
  await saveReceipt(dataDir, await erasePerson(sql, { email: 'ada@example.com' }, now))
  expect(await eraseAsReceipted(sql, dataDir)).toEqual([])
  await sql`DELETE FROM erasures`
  await comeBack()
  const [said] = await eraseAsReceipted(sql, dataDir)
  expect(said).toBe('Carried out 1 erasures that the restored database did not know.')
  expect(await sql`SELECT name FROM leads`).toHaveLength(0)
})
