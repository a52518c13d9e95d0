import { expect, test } from 'vitest'
import { accept, envelope, type RequestFacts } from './accept.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const facts: RequestFacts = { ip: '203.0.113.77', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const visit = { sessionId: 'utm_1772366400000_abc', pagePath: '/' }

const accepted = (result: ReturnType<typeof accept>) => {
  if (!result.ok) throw new Error(JSON.stringify(result.issues))
  return result.event
}

test('S-37 contact data and tokens in wrong fields do not reach the log', () => {
  const mail = 'jo.bloggs@example.co.uk'
  const phone = '+44 7700 900123'
  const utm = {
    utm_source: mail,
    utm_medium: phone,
    utm_campaign: mail,
    utm_content: mail,
    utm_term: `for ${mail}`,
  }
  const page = `/thanks/${encodeURIComponent(mail)}?email=${mail}&token=S3CRET`
  const events = [
    accept('visit', { ...visit, ...utm, pagePath: page, referrer: `https://x.test${page}` }, facts, now),
    accept(
      'conversion',
      { sessionId: 's', conversionType: 'button_click', firstTouchUtm: utm, pagePath: page, source: phone },
      facts,
      now,
    ),
    accept(
      'ab_test',
      {
        sessionId: 's',
        testName: 'landingPage',
        variant: 'v2',
        event: 'variant_assigned',
        metadata: { [mail]: 1, who: mail, call: phone },
      },
      facts,
      now,
    ),
  ].map(accepted)
  const named = `Browser of ${mail}`
  const sent = accept('visit', { ...visit, userAgent: named }, facts, now)
  const entry = [
    envelope(events, sent.ok ? sent.userAgent : '', facts, now),
    envelope(events, '', { ...facts, userAgent: named }, now),
  ]
    .map(one => JSON.stringify(one))
    .join()
  expect(sent).toMatchObject({ ok: true, contactData: true })
  expect(entry.split('Browser of [removed]')).toHaveLength(3)
  expect(entry).not.toMatch(/bloggs|900123|S3CRET/)
  expect(entry).toContain('/thanks/[removed]')
  expect(entry).toContain('for [removed]')
})

test.each([
  ['nothing of the kind', { pagePath: '/thanks', utm_term: 'roofs' }, false],
  ['an e-mail address in a query', { pagePath: '/thanks?email=jo%40example.com' }, true],
  ['an e-mail address in the referrer', { referrer: 'https://x.test/jo@example.com' }, true],
  ['a telephone number in a term', { utm_term: 'call 07700 900123' }, true],
  ['a telephone number as its session, which is no text', { sessionId: '07700900123' }, false],
])('S-37 an event that came with %s is marked', (_what, fields, contactData) => {
  expect(accept('visit', { ...visit, ...fields }, facts, now)).toMatchObject({ contactData })
})
