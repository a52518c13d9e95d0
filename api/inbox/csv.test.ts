import { beforeEach, describe, expect, test } from 'vitest'
import { later } from '../testing/api.ts'
import { openInboxDesk } from '../testing/inbox.ts'
import { CSV_PAGE } from './csv.ts'

const desk = await openInboxDesk()
beforeEach(() => desk.empty())

test('leads are exported with exactly the specified columns, and formulas are made harmless', async () => {
  const { api, call, contact } = desk
  const more = {
    phone: '+44 7700 900123',
    business: 'Roofs, "R" Us',
    message: '=HYPERLINK("http://x")\nsecond line',
  }
  const id = await contact('-1', more)
  const answer = await call('GET', 'leads.csv')
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="contact_leads_2026-03-01.csv"',
    'x-total-count': '1',
  })
  expect(answer.body).toBe(
    `\ufeffID,Name,Email,Phone,Business,Message,Status,Source,Created At\r\n${id},'-1,ada@example.com,+44 7700 900123,"Roofs, ""R"" Us","'=HYPERLINK(""http://x"")\nsecond line",new,contact_form,${api.clock.now.toISOString()}\r\n`,
  )
})

test('submissions are exported with the specified columns, then the customer’s progress', async () => {
  const { api, call, onboard } = desk
  const id = await onboard('Sam', {
    hasGoogleAds: true,
    websiteAddress: 'sam.example',
    notes: 'Call, please',
  })
  const answer = await call('GET', 'onboarding.csv')
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="onboarding_submissions_2026-03-01.csv"',
  )
  expect(answer.body).toBe(
    `\ufeffID,Full Name,Business Name,Email,Mobile,Website,Has Google Ads,Primary Keyword,Target Area,Notes,Created At,Access,Keyword,Landing Page,Live,Owner,Follow-up\r\n${id},Sam,Engines Ltd,ada@example.com,+447123 456789,https://sam.example,Yes,engines,London,"Call, please",${api.clock.now.toISOString()},No,No,No,No,,\r\n`,
  )
})

describe('the exported records', () => {
  const rows = (body: string) => body.trim().split('\r\n').slice(1)

  test('an export has what the list’s filter finds, in its order', async () => {
    const { api, call, contact } = desk
    for (const name of ['Xa', 'Xb', 'Y']) {
      await contact(name)
      later(api.clock, 1000)
    }
    const answer = await call('GET', 'leads.csv?q=x&order=oldest')
    expect(rows(answer.body).map(row => row.split(',')[1])).toEqual(['Xa', 'Xb', 'Y'])
    expect(rows((await call('GET', 'leads.csv?q=xb')).body)).toHaveLength(1)
  })

  test('S-29 an export has the same file name for every filter', async () => {
    for (const q of ['a"; filename=evil.exe', '\r\nSet-Cookie: a=b', '../../x', 'ü"\\'])
      expect(
        (await desk.call('GET', `leads.csv?q=${encodeURIComponent(q)}`)).headers['content-disposition'],
      ).toBe('attachment; filename="contact_leads_2026-03-01.csv"')
  })

  test('an export has the ticked rows, or the filter’s if their number is as expected', async () => {
    const { call, contact } = desk
    const [a] = [await contact('A'), await contact('B')]
    expect(rows((await call('POST', 'leads.csv', { leadIds: [a] })).body)).toHaveLength(1)
    expect(rows((await call('POST', 'leads.csv', { filter: {}, expectedCount: 2 })).body)).toHaveLength(2)
    for (const expectedCount of [1, 3]) {
      const changed = await call('POST', 'leads.csv', { filter: {}, expectedCount })
      expect([changed.statusCode, changed.json().issues[0].path]).toEqual([409, 'expectedCount'])
    }
  })

  const addMany = (name: string, status: string, many: number) => desk.api.sql`
    INSERT INTO leads (id, name, email, phone, business, message, status, source, session_id, first_touch, spam_reason, created_at, updated_at)
    SELECT gen_random_uuid(), ${name} || n, 'l@x.example', '', '', 'm', ${status}, 'contact_form', '', '{}', '', now(), now()
    FROM generate_series(1, ${many}) AS n`

  test.each(['newest', 'oldest'])(
    'an export has each of 30,001 rows once while new ones arrive: %s first',
    async order => {
      const { call } = desk
      const many = 30_001
      await addMany('Roofs ', 'qualified', many)
      await addMany('Drains ', 'new', CSV_PAGE)
      const exporting = call('GET', `leads.csv?status=qualified&order=${order}`)
      let isDone = false
      const coming = (async () => {
        while (!isDone) await addMany('Roofs of later ', 'qualified', 3)
      })()
      const answer = await exporting
      isDone = true
      await coming
      const names = rows(answer.body).map(row => row.split(',')[1] ?? '')
      const first = names.filter(name => /^Roofs \d+$/.test(name))
      expect([new Set(first).size, first.length]).toEqual([many, many])
      expect(names.every(name => name.startsWith('Roofs '))).toBe(true)
      expect(Number(answer.headers['x-total-count'])).toBeGreaterThanOrEqual(many)
    },
  )
})
