/** From form to mailbox: one message for each recipient, and no other personal data in it. */
import { emptyTables } from '@firsttouch/infra/rigs/testing/empty-tables'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApi } from '../testing/api.ts'
import { CONTACT, ONBOARDING, postForm, TRIAL } from '../testing/forms.ts'
import { bodiesOf, headersOf, openMailServer } from '../testing/mail-server.ts'
import { SITE, settingsOf } from '../testing/notify.ts'

const server = await openMailServer()
const api = await openTestApi()
const app = await api.build({ notify: settingsOf(server.port) })
afterAll(async () => {
  await app.close()
  await api.close()
  await server.close()
})
beforeEach(async () => {
  await emptyTables(api.sql, 'leads', 'onboarding_submissions', 'notifications')
  server.received.length = 0
})

const waiting = async () => {
  const [row] = await api.sql<
    { n: number }[]
  >`SELECT count(*)::int AS n FROM notifications WHERE state = 'waiting'`
  return row?.n ?? 0
}
const mailOf = async (path: 'contact' | 'trial-signup' | 'onboarding', body: object) => {
  const answer = await postForm(app, path, body)
  expect(answer.statusCode).toBe(200)
  await until(async () => (await waiting()) === 0, 5_000)
  return { id: answer.json().id as string, mails: server.received }
}
const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'roofs' }

test.each([
  ['contact', CONTACT, 'New lead', (id: string) => `${SITE}/admin/leads?lead=${id}`],
  ['trial-signup', TRIAL, 'New trial sign-up', (id: string) => `${SITE}/admin/leads?lead=${id}`],
  ['onboarding', ONBOARDING, 'New onboarding', (id: string) => `${SITE}/admin/onboarding?submission=${id}`],
] as const)(
  '%s: a mail with source, campaign and a link, without contact data',
  async (path, form, subject, link) => {
    const { id, mails } = await mailOf(path, { ...form, firstTouchUtm: utm })
    expect(mails.map(({ to }) => to)).toEqual([['office@staff.example']])
    const raw = mails[0]?.raw ?? ''
    expect(headersOf(raw).get('subject')).toEqual([subject])
    const bodies = bodiesOf(raw)
    for (const words of [link(id), 'google', 'roofs', '1 March 2026 at 12:00 (Europe/London)'])
      expect(bodies.split(words).length, words).toBe(2)
    for (const value of ['Ada', 'ada@example.com', '07123', 'Engines', 'Hello there']) {
      expect(raw).not.toContain(value)
      expect(bodies).not.toContain(value)
    }
  },
)

describe('what a visitor writes', () => {
  const NASTY = '<img src=x onerror=alert(1)>&"\'\r\nBcc: thief@evil.example\r\n\r\n<script>'

  test('a visitor’s text cannot become a header, a recipient or markup in a mail', async () => {
    const tags = { utm_source: NASTY, utm_medium: NASTY, utm_campaign: NASTY, utm_content: '', utm_term: '' }
    const body = {
      ...CONTACT,
      name: 'A\r\nBcc: thief@evil.example',
      source: NASTY.slice(0, 60),
      firstTouchUtm: tags,
    }
    const { mails } = await mailOf('contact', body)
    expect(mails.map(({ to }) => to)).toEqual([['office@staff.example']])
    const raw = mails[0]?.raw ?? ''
    expect([...headersOf(raw).keys()].toSorted()).toEqual([
      'auto-submitted',
      'content-transfer-encoding',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(headersOf(raw).get('content-type')).toEqual(['text/plain; charset=utf-8'])
  })

  test('a person’s address in a link’s text is removed from the mail', async () => {
    const { mails } = await mailOf('contact', {
      ...CONTACT,
      firstTouchUtm: { ...utm, utm_campaign: 'call john@example.org' },
    })
    expect(bodiesOf(mails[0]?.raw ?? '')).not.toContain('john@example.org')
  })
})
