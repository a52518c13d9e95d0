import { PASSWORD_NEEDED } from '@firsttouch/api/contract/problem'
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notifications } from '../contract/notifications.ts'
import { later, openStaffApi, type StaffApi } from '../testing/api.ts'
import { openMailServer } from '../testing/mail-server.ts'
import { addChoice, settingsOf } from '../testing/notify.ts'
import { enqueueNews } from './queue.ts'

let api: StaffApi
let server: Awaited<ReturnType<typeof openMailServer>>
let app: StaffApi['app']
let off: StaffApi['app']
beforeAll(async () => {
  server = await openMailServer({
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('gone@')
        ? done(Object.assign(new Error('no such user'), { responseCode: 550 }))
        : done(),
  })
  api = await openStaffApi()
  off = api.app
  // Its senders send every due row, so rows that must wait are due tomorrow.
  app = await api.build({ notify: settingsOf(server.port, { notifyTo: ['office@staff.example'] }) })
})
afterAll(async () => {
  await app.close()
  await api.close()
  await server.close()
})
beforeEach(async () => {
  await emptyTables(api.sql, 'notifications', 'notification_choices', 'alarms')
  await api.logInAgain()
  server.received.length = 0
})

const read = async (at = app): Promise<Notifications> =>
  (await api.call('GET', 'notifications', undefined, at)).json()
const save = (email: string, kinds: string[]) => api.call('PUT', 'notifications', { email, kinds }, app)

test('without a channel the answer says so, and a test message answers which setting is missing', async () => {
  expect((await read(off)).channels).toEqual([
    expect.objectContaining({ channel: 'email', through: null, waiting: 0 }),
    expect.objectContaining({ channel: 'webhook', through: null, waiting: 0 }),
  ])
  const answer = await api.call('POST', 'notifications/test', { channel: 'webhook' }, off)
  expect([answer.statusCode, answer.json().detail]).toEqual([409, expect.stringContaining('WEBHOOK_URL')])
})

test('each person chooses own notifications, and sees the addresses for kinds that no one has chosen', async () => {
  await addChoice(api.sql, { email: 'bob@staff.example', kinds: ['alarm'] })
  expect(await read()).toMatchObject({
    own: { email: '', kinds: [] },
    fallback: {
      addresses: ['office@staff.example'],
      kinds: ['lead', 'trial', 'onboarding', 'verdict', 'split_broken'],
    },
  })
  const own = { email: 'ada@staff.example', kinds: ['lead', 'digest'] }
  expect((await save(own.email, own.kinds)).json().own).toEqual(own)
  expect(await read()).toMatchObject({
    own,
    fallback: { kinds: ['trial', 'onboarding', 'verdict', 'split_broken'] },
  })
})

describe('S-54 re-authentication', () => {
  const isAskedFor = ({ statusCode, body }: { statusCode: number; body: string }) =>
    statusCode === 403 && JSON.parse(body).type === PASSWORD_NEEDED

  test('S-54 another address needs re-authentication, but other kinds or removing the address do not', async () => {
    await save('ada@staff.example', ['lead'])
    later(api.clock, 16 * 60_000)
    expect(isAskedFor(await save('thief@evil.example', ['lead']))).toBe(true)
    expect((await read()).own.email).toBe('ada@staff.example')
    expect((await save('ada@staff.example', ['trial'])).statusCode).toBe(200)
    expect((await save('', [])).statusCode).toBe(200)
    const [noted] = await api.sql`SELECT detail FROM audit_log ORDER BY id DESC LIMIT 1`
    expect(JSON.stringify(noted)).not.toContain('ada@')
  })
})

describe('a test message', () => {
  test('a test message goes to the own address and says that it arrived', async () => {
    await save('ada@staff.example', [])
    const answer = await api.call('POST', 'notifications/test', { channel: 'email' }, app)
    expect(answer.json()).toEqual({ arrived: true, said: expect.stringContaining('ada@staff.example') })
    expect(server.received.map(({ to }) => to)).toEqual([['ada@staff.example']])
  })

  test('a test message says why it did not arrive', async () => {
    await save('gone@staff.example', [])
    const answer = await api.call('POST', 'notifications/test', { channel: 'email' }, app)
    expect(answer.json()).toEqual({
      arrived: false,
      said: expect.stringMatching(/rejects mail for this recipient \(550\)/),
    })
  })

  test('the refusal of a webhook address names the setting that holds it', async () => {
    const webhook = { url: 'https://10.1.2.3/hook', secret: 'any text', allowHosts: [] }
    const inside = await api.build({ notify: settingsOf(server.port, { webhook }) })
    const answer = await api.call('POST', 'notifications/test', { channel: 'webhook' }, inside)
    await inside.close()
    expect(answer.json()).toEqual({
      arrived: false,
      said:
        'The webhook 10.1.2.3 is in a private network, which is blocked: correct WEBHOOK_URL, or name the host in ' +
        'WEBHOOK_ALLOW_HOSTS if it is yours.',
    })
  })

  test('a test message needs an address', async () => {
    const answer = await api.call('POST', 'notifications/test', { channel: 'email' }, app)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      409,
      expect.stringContaining('Save an e-mail'),
    ])
  })
})

test('waiting and given-up messages are shown with their reason, and can be sent again', async () => {
  const settings = settingsOf(server.port, { notifyTo: ['a@staff.example', 'b@staff.example'] })
  const at = new Date(api.clock.now.getTime() + 86_400_000)
  await enqueueNews(api.sql, settings, { kind: 'lead', about: '0192a3b4-0000-7000-8000-000000000001', at })
  await api.sql`
    UPDATE notifications SET state = 'failed', reason = 'no such mailbox', done_at = ${at}, tries = 3
    WHERE address = 'a@staff.example'`
  const { channels, failures } = await read()
  expect(channels[0]).toMatchObject({
    through: `127.0.0.1:${server.port}`,
    waiting: 1,
    failed: 1,
    oldestAt: at.toISOString(),
    reason: 'no such mailbox',
  })
  expect(failures).toEqual([
    expect.objectContaining({ kind: 'lead', to: 'a@staff.example', tries: 3, reason: 'no such mailbox' }),
  ])
  expect((await api.call('POST', 'notifications/retry', {}, app)).json()).toEqual({ again: 1 })
  expect((await read()).failures).toEqual([])
})

test('leads after a time are counted, without spam', async () => {
  await emptyTables(api.sql, 'leads')
  const at = (minutes: number) => new Date(api.clock.now.getTime() - minutes * 60_000)
  for (const [minutes, spam] of [
    [-1, ''],
    [0, ''],
    [5, ''],
    [5, 'honeypot'],
    [10, ''],
    [30, ''],
  ] as const)
    await api.sql`
      INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at,
        updated_at)
      VALUES (gen_random_uuid(), 'L', 'l@x.example', '', '', 'm', 'contact_form', '', '{}', ${spam}, ${at(minutes)}, now())`
  const now = api.clock.now.toISOString()
  const newLeads = async (query: string) => (await api.call('GET', `notifications/new-leads${query}`)).json()
  expect(await newLeads('')).toEqual({ count: 0, at: now })
  expect(await newLeads(`?since=${at(10).toISOString()}`)).toEqual({ count: 2, at: now })
  expect((await newLeads('?since=yesterday')).issues).toEqual([
    expect.objectContaining({ message: expect.stringContaining('since must be a time') }),
  ])
})

test('lasting alarms are listed', async () => {
  await api.sql`
    INSERT INTO alarms (name, looks_wrong, since, looked_at, raised_at)
    VALUES ('canary', true, now(), now(), '2026-03-01T11:00:00Z'), ('backup', false, now(), now(), NULL)`
  expect((await read()).alarms).toEqual([
    {
      name: 'A test event has not arrived',
      sentence: expect.stringContaining('CanaryLate'),
      since: '2026-03-01T11:00:00.000Z',
    },
  ])
})
