/** Bulk changes lock records in one order. Otherwise two concurrent changes would deadlock, and one of them would fail. */
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Sql } from 'postgres'
import { beforeEach, expect, test } from 'vitest'
import { KEEP, sweep } from '../housekeeping.ts'
import { eraseRecords, markOf } from './erasure.ts'
import { changeLead, changeMany, undoMany } from './leads/changes.ts'
import { fillVariants } from './leads/variants.ts'
import { deleteRecords, restore } from './records/deletions.ts'
import { LEADS } from './records/kind.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const LATER = new Date('2029-03-10T12:00:00Z')
const SESSION = 'utm_1772366400000_order'
const BY = { staff: 'ada', now: NOW }
const FIRST = '00000000-0000-7000-8000-000000000001'
const SECOND = '00000000-0000-7000-8000-000000000002'
const IDS = [FIRST, SECOND]

let sql: Sql
beforeEach(async () => {
  sql = (await openTestPostgres()).sql
  // The second record is first in the table, so an unordered scan would lock it first.
  for (const id of IDS.toReversed())
    await sql`
      INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
        updated_at)
      VALUES (${id}, 'Ada', 'ada@example.com', '', '', '', '', ${SESSION}, '{}', '', ${NOW}, ${NOW})`
})

type Work = () => Promise<unknown>
/** Each entry prepares its data and returns the change to run. */
const CHANGES: Record<string, () => Work | Promise<Work>> = {
  'deleting by ids': () => () => deleteRecords(sql, LEADS, { ids: IDS }, BY),
  'deleting by a filter': () => () =>
    deleteRecords(sql, LEADS, { where: sql`name = 'Ada'`, expectedCount: 2 }, BY),
  'bringing back': async () => {
    const { undoToken } = await deleteRecords(sql, LEADS, { ids: IDS }, BY)
    return () => restore(sql, LEADS, undoToken, NOW)
  },
  'a bulk change': () => () =>
    changeMany(sql, { where: sql`name = 'Ada'`, expectedCount: 2 }, { status: 'contacted' }, BY),
  'its undoing': async () => {
    const chosen = { ids: IDS }
    const { undoToken } = await changeMany(sql, chosen, { status: 'contacted' }, BY)
    return () => undoMany(sql, undoToken, BY)
  },
  'the sweep of old leads': () => () => sweep(sql, LATER),
  'the sweep of deleted records': async () => {
    await deleteRecords(sql, LEADS, { ids: IDS }, BY)
    return () => sweep(sql, LATER, { ...KEEP, leadsDays: 0, detailsDays: 0 })
  },
  'the sweep of sessions': () => () => sweep(sql, LATER, { ...KEEP, leadsDays: 0 }),
  'the sweep of spam': async () => {
    await sql`UPDATE leads SET spam_reason = 'token'`
    await sql`UPDATE leads SET name = 'Ada' WHERE id = ${FIRST}`
    return () => sweep(sql, LATER, { ...KEEP, leadsDays: 0, detailsDays: 0 })
  },
  'an erasure': () => () =>
    sql.begin(tx => eraseRecords(tx, markOf({ email: 'ada@example.com', until: NOW }))),
  'landing pages of leads': () => () => {
    const rows = async () => [{ session: SESSION, variant: 'v2', at: 0 }]
    return fillVariants({ sql, readModel: { rows } as never, now: () => NOW })
  },
}

const waiting = async () => {
  const { count } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  return count
}
const leads = () => sql`SELECT status, deleted_at, session_id, variant, spam_reason FROM leads ORDER BY id`

test.each(Object.entries(CHANGES))(
  '%s waits for the lock of the first record, and holds no other lock meanwhile',
  async (_, prepare) => {
    const work = await prepare()
    const before = await leads()
    const holder = await sql.reserve()
    await holder`BEGIN`
    await holder`UPDATE leads SET business = 'Changed' WHERE id = ${FIRST}`
    const working = work().then(
      () => 'done',
      (error: unknown) => error,
    )
    await until(async () => (await waiting()) > 0, 30_000)
    const second = await holder`SELECT 1 FROM leads WHERE id = ${SECOND} FOR UPDATE NOWAIT`.catch(
      (error: unknown) => error,
    )
    await holder`COMMIT`
    holder.release()
    expect(second).toHaveLength(1)
    expect(await working).toBe('done')
    // Both records changed, including the one with a concurrent change.
    const after = await leads()
    for (const [at, row] of before.entries()) expect(after[at]).not.toEqual(row)
  },
)

const ONCE = {
  'a change of an expected version': () => () => changeLead(sql, FIRST, { status: 'closed', version: 1 }, BY),
  'bringing back': CHANGES['bringing back'],
  'the undoing of a change of many': CHANGES['its undoing'],
}

test.each(Object.entries(ONCE))('of two simultaneous callers of %s one succeeds', async (_, prepare) => {
  const work = (await prepare?.()) as Work
  const holder = await sql.reserve()
  await holder`BEGIN`
  await holder`UPDATE leads SET business = 'Changed' WHERE id = ${FIRST}`
  const both = Promise.allSettled([work(), work()])
  await until(async () => (await waiting()) === 2, 30_000)
  await holder`COMMIT`
  holder.release()
  const refused = (await both).filter(one => one.status === 'rejected')
  expect(refused).toMatchObject([{ reason: { status: 409 } }])
})
