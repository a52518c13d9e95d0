import { freePort } from '@firsttouch/infra/platform/free-port'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { serve } from '@firsttouch/infra/rigs/testing/servers/serve'
import { openTestPostgres } from '@firsttouch/infra/rigs/testing/stores'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { openMailServer } from '../testing/mail-server.ts'
import { SITE, settingsOf } from '../testing/notify.ts'
import { enqueueNews, type Queued } from './queue.ts'
import { openSenders, type Senders, sendNext } from './run.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

const { sql } = await openTestPostgres()
beforeEach(() => emptyTables(sql, 'notifications'))

const sendersOf = (port: number, webhook: string | null): Senders =>
  openSenders({
    ...{ sql, timeZone: 'Europe/London', now: () => NOW },
    settings: settingsOf(port, {
      webhook: webhook ? { url: webhook, secret: 'six words', allowHosts: ['127.0.0.1'] } : null,
    }),
    digest: () => Promise.reject(new Error('no digest')),
  })
const rowOf = (about: string, to = ''): Queued => ({
  ...{ id: v7(), channel: 'webhook', kind: 'lead', about, at: NOW, to, tries: 1 },
})
const addLead = async () => {
  const id = v7()
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
      updated_at)
    VALUES (${id}, 'Ada', 'ada@example.com', '', '', 'm', 'contact_form', '', '{"utm_source": "google"}', '', ${NOW}, ${NOW})`
  return id
}

test('a webhook gets the event, but no event of a deleted lead', async () => {
  const bodies: unknown[] = []
  const { url } = await serve((request, response) => {
    request.on('data', chunk => bodies.push(JSON.parse(String(chunk))))
    request.on('end', () => response.end())
  })
  const { webhook, close } = sendersOf(25, `${url}/hook`)
  const row = rowOf(await addLead())
  expect(await webhook?.(row)).toEqual({ state: 'sent' })
  expect(await webhook?.(rowOf(v7()))).toEqual({ state: 'dropped' })
  close()
  expect(bodies).toEqual([
    {
      ...{ id: row.id, type: 'lead', timestamp: NOW.toISOString() },
      data: {
        ...{ kind: 'lead', about: row.about, time: NOW.toISOString(), title: 'New lead' },
        ...{ link: `${SITE}/admin/leads?lead=${row.about}`, source: 'google', campaign: '' },
      },
    },
  ])
})

test('a mail goes to current subscribers, and only if the lead still exists', async () => {
  const server = await openMailServer()
  const { email, webhook, close } = sendersOf(server.port, null)
  const id = await addLead()
  expect(webhook).toBeUndefined()
  expect(await email?.(rowOf(id))).toEqual({ state: 'dropped' })
  expect(await email?.(rowOf(v7(), 'ada@staff.example'))).toEqual({ state: 'dropped' })
  expect(await email?.(rowOf(id, 'ada@staff.example'))).toEqual({ state: 'sent' })
  expect(server.received.map(({ to }) => to)).toEqual([['ada@staff.example']])
  close()
  await server.close()
})

test('a message that cannot be composed is retried, and the error is logged', async () => {
  const errors: unknown[] = []
  const deps = {
    sql,
    now: () => NOW,
    signal: new AbortController().signal,
    onError: (error: unknown) => errors.push(error),
  }
  const failing = () => Promise.reject(new Error('no figures'))
  expect(await sendNext(deps, 'webhook', failing)).toBeNull()
  await sql`
    INSERT INTO notifications (id, channel, kind, about, address, happened_at, next_at)
    VALUES (${v7()}, 'webhook', 'digest', '2026-02-23', '', ${NOW}, ${NOW})`
  expect(await sendNext(deps, 'email', failing)).toBeNull()
  expect(await sendNext(deps, 'webhook', failing)).toBe('waiting')
  expect(errors).toEqual([new Error('no figures')])
  expect(await sql`SELECT reason FROM notifications`).toEqual([
    { reason: 'The message could not be prepared, because analytics are temporarily unavailable.' },
  ])
})

test('after an hour’s outage of the mail server, each message is sent once and marked at its time of sending', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, addLead))
  await enqueueAll(ids)
  let clock = NOW
  const deps = { sql, now: () => clock, signal: new AbortController().signal, onError: console.error }
  const sendDue = async ({ email }: Senders) => {
    if (!email) throw new Error('no mail')
    while (await sendNext(deps, 'email', email));
  }
  const states = async () => {
    const rows = await sql`SELECT state, count(*)::int AS n FROM notifications GROUP BY state`
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  const away = sendersOf(await freePort(), null)
  for (let minute = 0; minute < 60; minute++) {
    clock = new Date(NOW.getTime() + minute * 60_000)
    await sendDue(away)
  }
  away.close()
  expect(await states()).toEqual({ waiting: 30 })
  const server = await openMailServer()
  const back = sendersOf(server.port, null)
  clock = new Date(NOW.getTime() + 2 * 3_600_000)
  await sendDue(back)
  back.close()
  await server.close()
  expect(await states()).toEqual({ sent: 30 })
  const told = server.received.flatMap(
    ({ raw }) => /lead=[\w-]{36}/.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? [],
  )
  expect(told.toSorted()).toEqual(ids.map(id => `lead=${id}`).toSorted())
})

const enqueueAll = async (abouts: readonly string[]) => {
  const settings = settingsOf(25)
  for (const about of abouts) await enqueueNews(sql, settings, { kind: 'lead', about, at: NOW })
}
