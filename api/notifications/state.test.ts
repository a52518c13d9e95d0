import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { beforeEach, expect, test } from 'vitest'
import { addChoice, settingsOf } from '../testing/notify.ts'
import { channelStates, countNotifications, failuresOf, unchosenKinds } from './state.ts'

const minute = (n: number) => new Date(Date.UTC(2026, 2, 1, 12, n))

const { sql } = await openTestPostgres()
beforeEach(() => emptyTables(sql, 'notifications', 'notification_choices'))

type Row = { state: string; at: number; done?: number; reason?: string; channel?: string; address?: string }
const add = async ({ state, at, done, reason = '', channel = 'email', address = 'a@staff.example' }: Row) =>
  sql`
    INSERT INTO notifications (id, channel, kind, about, address, happened_at, next_at, state, reason, done_at)
    VALUES (gen_random_uuid(), ${channel}, 'lead', gen_random_uuid(), ${address}, ${minute(at)}, ${minute(at)}, ${state}, ${reason},
      ${done === undefined ? null : minute(done)})`
const mail = async () => (await channelStates(sql, settingsOf(25)))[0]

test('each channel counts its own messages by outcome', async () => {
  for (const row of [
    { state: 'sent', at: 1, done: 8 },
    { state: 'sent', at: 2, done: 4 },
    { state: 'waiting', at: 6 },
    { state: 'waiting', at: 5 },
    { state: 'waiting', at: 7 },
    { state: 'failed', at: 3, done: 9 },
    { state: 'dropped', at: 0, done: 9 },
    { state: 'sent', at: 9, done: 9, channel: 'webhook' },
  ])
    await add(row)
  const webhook = { url: 'https://user:secret@hooks.example.com:8443/path', secret: 'x', allowHosts: [] }
  expect(await channelStates(sql, settingsOf(25, { webhook }))).toEqual([
    {
      ...{ channel: 'email', through: '127.0.0.1:25', sent: 2, waiting: 3, failed: 1, reason: '' },
      ...{ lastSentAt: minute(8).toISOString(), oldestAt: minute(5).toISOString() },
    },
    {
      ...{
        channel: 'webhook',
        through: 'hooks.example.com:8443',
        sent: 1,
        waiting: 0,
        failed: 0,
        reason: '',
      },
      ...{ lastSentAt: minute(9).toISOString(), oldestAt: null },
    },
  ])
  const counted = (await countNotifications(sql)).map(
    ({ channel, state, rows }) => `${channel} ${state} ${rows}`,
  )
  expect(counted.toSorted()).toEqual([
    'email dropped 1',
    'email failed 1',
    'email sent 2',
    'email waiting 3',
    'webhook sent 1',
  ])
})

test('the reason of a channel is that of its waiting message, else of its last failed message', async () => {
  await add({ state: 'failed', at: 1, done: 3, reason: 'first' })
  await add({ state: 'failed', at: 1, done: 5, reason: 'last' })
  await add({ state: 'failed', at: 1, done: 4, reason: 'between' })
  await add({ state: 'failed', at: 1, done: 6 })
  await add({ state: 'sent', at: 1, done: 7, reason: 'at last' })
  expect((await mail())?.reason).toBe('last')
  await add({ state: 'waiting', at: 1, reason: 'still' })
  expect((await mail())?.reason).toBe('still')
})

test('the last twenty given-up messages are shown, newest first', async () => {
  for (const n of [3, ...Array.from({ length: 20 }, (_, at) => at + 10), 5, 4])
    await add({ state: 'failed', at: 0, done: n, address: `a${n}@staff.example` })
  await add({ state: 'sent', at: 0, done: 40 })
  expect((await failuresOf(sql)).map(({ to }) => to)).toEqual(
    Array.from({ length: 20 }, (_, at) => `a${29 - at}@staff.example`),
  )
})

test('NOTIFY_TO gets kinds without subscribers, but never the digest', async () => {
  const all = ['lead', 'trial', 'onboarding', 'verdict', 'split_broken', 'alarm']
  expect(await unchosenKinds(sql)).toEqual(all)
  await addChoice(sql, { email: '', kinds: ['lead'] })
  const gone = await addChoice(sql, { email: 'bob@staff.example', kinds: ['trial'] })
  await sql`UPDATE staff_accounts SET disabled_at = now() WHERE id = ${gone}`
  await addChoice(sql, { email: 'ada@staff.example', kinds: ['verdict', 'alarm'] })
  expect(await unchosenKinds(sql)).toEqual(['lead', 'trial', 'onboarding', 'split_broken'])
})
