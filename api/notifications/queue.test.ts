import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { beforeEach, describe, expect, test } from 'vitest'
import type { NotifySettings } from '../deps.ts'
import { addChoice, settingsOf } from '../testing/notify.ts'
import {
  enqueueNews,
  forgetNotifications,
  type News,
  pauseAfter,
  settle,
  takeNext,
  tryAgain,
} from './queue.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)
const LEAD: News = { kind: 'lead', about: '0192a3b4-0000-7000-8000-000000000001', at: NOW }
const WEBHOOK = { url: 'https://hooks.example.com', secret: 'x', allowHosts: [] }

const sql = (await openTestPostgres()).sql
beforeEach(() => emptyTables(sql, 'notifications', 'notification_choices'))

const enqueue = (news: News = LEAD, more: Partial<NotifySettings> = {}) =>
  enqueueNews(sql, settingsOf(25, more), news)
const told = async () => {
  const rows = await sql<{ to: string }[]>`
    SELECT concat_ws(' ', channel, nullif(address, ''), email) AS to
    FROM notifications LEFT JOIN notification_choices USING (account_id) ORDER BY 1`
  return rows.map(row => row.to)
}
const states = async () => {
  const rows = await sql<{ state: string; tries: number; reason: string }[]>`
    SELECT state, tries, reason FROM notifications ORDER BY id`
  return rows.map(({ state, tries, reason }) => [state, tries, reason])
}
const take = async (at = NOW) => {
  const row = await takeNext(sql, 'email', at)
  if (!row) throw new Error('nothing is due')
  return row
}

describe('the recipients', () => {
  test('NOTIFY_TO and the webhook get a message while no person has subscribed', async () => {
    await enqueue(LEAD, { notifyTo: ['a@staff.example', 'b@staff.example'], webhook: WEBHOOK })
    expect(await told()).toEqual(['email a@staff.example', 'email b@staff.example', 'webhook'])
  })

  test('people who subscribed to the kind get it, and NOTIFY_TO does not', async () => {
    await addChoice(sql, { email: 'ada@staff.example', kinds: ['lead', 'alarm'] })
    await addChoice(sql, { email: 'bob@staff.example', kinds: ['lead'] })
    await addChoice(sql, { email: 'cyd@staff.example', kinds: ['trial'] })
    await addChoice(sql, { email: '', kinds: ['lead'] })
    await enqueue()
    expect(await told()).toEqual(['email ada@staff.example', 'email bob@staff.example'])
    await enqueue({ ...LEAD, kind: 'onboarding' })
    expect(await told()).toContain('email office@staff.example')
  })

  test('viewers get no message, also if they became viewers after the message was queued', async () => {
    await addChoice(sql, { email: 'vera@staff.example', kinds: ['lead'], role: 'viewer' })
    const id = await addChoice(sql, { email: 'ada@staff.example', kinds: ['lead'] })
    await enqueue()
    expect(await told()).toEqual(['email ada@staff.example'])
    await sql`UPDATE staff_accounts SET role = 'viewer' WHERE id = ${id}`
    expect((await take()).to).toBe('')
  })

  test('disabled accounts get no message, so NOTIFY_TO gets it again', async () => {
    const id = await addChoice(sql, { email: 'ada@staff.example', kinds: ['lead'] })
    await sql`UPDATE staff_accounts SET disabled_at = now() WHERE id = ${id}`
    await enqueue()
    expect(await told()).toEqual(['email office@staff.example'])
  })

  test('only subscribers get the digest, beginning with the next digest', async () => {
    await addChoice(sql, { email: 'ada@staff.example', kinds: ['digest'] })
    await addChoice(sql, { email: 'new@staff.example', kinds: ['digest'], at: later(1) })
    await enqueue({ kind: 'digest', about: '2026-02-23', at: NOW }, { webhook: WEBHOOK })
    expect(await told()).toEqual(['email ada@staff.example'])
  })

  test('no message is queued without a channel', async () => {
    expect(await enqueue(LEAD, { smtp: null })).toBe(0)
    expect(await enqueueNews(sql, undefined, LEAD)).toBe(0)
    expect(await told()).toEqual([])
  })
})

test('the same news from any number of processes is queued once', async () => {
  const counts = await Promise.all(Array.from({ length: 8 }, () => enqueue(LEAD, { webhook: WEBHOOK })))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await told()).toEqual(['email office@staff.example', 'webhook'])
})

test('a rolled-back change queues nothing', async () => {
  const failed = sql.begin(async tx => {
    await enqueueNews(tx, settingsOf(25), LEAD)
    throw new Error('the form could not be stored')
  })
  await expect(failed).rejects.toThrow('could not be stored')
  expect(await told()).toEqual([])
})

test('two concurrent workers take different messages', async () => {
  await enqueue(LEAD, { notifyTo: ['a@staff.example', 'b@staff.example'] })
  const taken = await Promise.all([1, 2, 3].map(() => takeNext(sql, 'email', NOW)))
  expect(taken.flatMap(row => row?.to ?? []).toSorted()).toEqual(['a@staff.example', 'b@staff.example'])
})

test('each channel takes its own messages, the oldest first', async () => {
  await dropIndexes(sql, 'notifications')
  const abouts = [3, 1, 2].map(n => `0192a3b4-0000-7000-8000-00000000000${n}`)
  for (const [at, about] of abouts.entries())
    await enqueue({ ...LEAD, about, at: later(-at * 1000) }, at === 1 ? { webhook: WEBHOOK } : {})
  const taken = await Array.fromAsync([1, 2, 3], async () => (await take()).about)
  expect(taken).toEqual(abouts.toReversed())
  expect(await takeNext(sql, 'email', NOW)).toBeNull()
  expect(await takeNext(sql, 'webhook', NOW)).toMatchObject({ channel: 'webhook', about: abouts[1], to: '' })
})

test('after its lease, a message of a dead worker is sent by another worker, with the same id', async () => {
  await enqueue()
  const first = await take()
  expect(await takeNext(sql, 'email', later(119_000))).toBeNull()
  expect(await take(later(121_000))).toMatchObject({ id: first.id, tries: 2 })
})

test('a person who unsubscribes while a message waits does not get it', async () => {
  await addChoice(sql, { email: 'ada@staff.example', kinds: ['lead'] })
  await enqueue()
  await sql`UPDATE notification_choices SET kinds = '{}'`
  expect((await take()).to).toBe('')
})

test('a new address applies to waiting messages', async () => {
  await addChoice(sql, { email: 'ada@staff.example', kinds: ['lead'] })
  await enqueue()
  await addChoice(sql, { email: 'bob@staff.example', kinds: ['lead'] })
  await sql`UPDATE notification_choices SET email = 'new@staff.example' WHERE email LIKE 'ada@%'`
  expect((await take()).to).toBe('new@staff.example')
})

describe('the outcomes of a message', () => {
  const LATER = { state: 'later', reason: 'no answer' } as const

  test('a sent message is not sent again', async () => {
    await enqueue()
    expect(await settle(sql, await take(), { state: 'sent' }, NOW)).toBe('sent')
    expect(await states()).toEqual([['sent', 1, '']])
    expect(await takeNext(sql, 'email', later(86_400_000))).toBeNull()
  })

  test('a permanent refusal is not retried', async () => {
    await enqueue()
    expect(await settle(sql, await take(), { state: 'refused', reason: 'no such mailbox' }, NOW)).toBe(
      'failed',
    )
    expect(await states()).toEqual([['failed', 1, 'no such mailbox']])
  })

  test('a transient failure is retried with back-off for a day, then given up with its reason', async () => {
    await enqueue()
    const times: number[] = []
    let clock = NOW
    for (;;) {
      const row = await take(clock)
      times.push(clock.getTime() - NOW.getTime())
      if ((await settle(sql, row, LATER, clock)) === 'failed') break
      const [next] = await sql<{ at: Date }[]>`SELECT next_at AS at FROM notifications`
      clock = next?.at ?? clock
    }
    expect(times[1]).toBeLessThan(2_500)
    expect(times.at(-1)).toBeGreaterThan(23 * 3_600_000)
    expect(times.at(-1)).toBeLessThanOrEqual(24 * 3_600_000)
    expect(times.length).toBeGreaterThan(40)
    expect(await states()).toEqual([['failed', times.length, 'no answer']])
  })

  test.each([
    ['the pause is shorter', 120_000, 120_000],
    ['it is a day at the most', 10 * 86_400_000, 86_400_000],
  ])('a retry waits as long as the receiver requested: %s', async (_what, waitMs, kept) => {
    await enqueue()
    const row = await take()
    expect(await settle(sql, row, { ...LATER, waitMs }, NOW)).toBe('waiting')
    expect(await takeNext(sql, 'email', later(kept - 1))).toBeNull()
    expect(await take(later(kept))).toMatchObject({ id: row.id, tries: 2 })
  })

  test('a requested wait shorter than the back-off changes nothing', async () => {
    await enqueue()
    await settle(sql, await take(), { ...LATER, waitMs: 10 }, NOW)
    expect(await takeNext(sql, 'email', later(1_500))).toBeNull()
  })

  test('a message that is old after a downtime is not given up after its first attempt', async () => {
    await enqueue()
    const afterTwoDays = later(2 * 86_400_000)
    const row = await take(afterTwoDays)
    for (const tries of [1, 7])
      expect(await settle(sql, { ...row, tries }, LATER, afterTwoDays)).toBe('waiting')
    expect(await settle(sql, { ...row, tries: 8 }, LATER, afterTwoDays)).toBe('failed')
  })

  test('a worker does not change a message that another worker has settled', async () => {
    await enqueue()
    const row = await take()
    await settle(sql, row, { state: 'sent' }, NOW)
    await settle(sql, row, LATER, NOW)
    await settle(sql, row, { state: 'refused', reason: 'no such mailbox' }, NOW)
    expect(await states()).toEqual([['sent', 1, '']])
  })

  test('only given-up messages can be retried by staff', async () => {
    for (const n of [1, 2, 3]) await enqueue({ ...LEAD, about: `lead ${n}` })
    await settle(sql, await take(), { state: 'refused', reason: 'x' }, NOW)
    await settle(sql, await take(), { state: 'dropped' }, NOW)
    expect(await tryAgain(sql, later(1))).toBe(1)
    const rows = await sql`SELECT state, tries FROM notifications ORDER BY state, tries`
    expect(rows.map(({ state, tries }) => [state, tries])).toEqual([
      ['dropped', 1],
      ['waiting', 0],
      ['waiting', 0],
    ])
  })

  test('an erasure deletes the messages of its records, also while a worker sends one', async () => {
    await enqueue()
    const row = await take()
    await enqueue({ ...LEAD, about: 'another' })
    await forgetNotifications(sql, [LEAD.about])
    await settle(sql, row, { state: 'sent' }, NOW)
    expect(await states()).toEqual([['waiting', 0, '']])
  })
})

test('the back-off grows to half an hour, with jitter', () => {
  expect([1, 2, 3, 20].map(tries => pauseAfter(tries, 0.5))).toEqual([2_000, 6_000, 18_000, 1_800_000])
  expect(pauseAfter(20, 0)).toBeLessThan(pauseAfter(20, 1))
})
