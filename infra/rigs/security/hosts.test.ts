/** The sender chooses the header Host. No value breaks an answer or is stored unchecked. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertReaching } from '../testing/reaching.ts'
import { openEveryService } from './every-service.ts'
import { timesOf } from './times.ts'

const RUNS = timesOf(50, 2_000)

const services = await openEveryService()

/** Bytes that Node accepts in a header. */
const bytes = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map(code => String.fromCharCode(code)),
  maxLength: 60,
})
const host = fc.oneof(
  fc.constantFrom(
    'evil.example',
    'localhost',
    'localhost:3000',
    '127.0.0.1',
    '[::1]',
    '[::1',
    '',
    ' ',
    ':',
    ':99999',
    'a:b@c',
    'evil.example/path',
    'evil.example?x#y',
    'xn--a',
    'a..b',
    '%00',
    '%E0%A4%A',
    '\\evil',
    'javascript:alert(1)',
    '0x7f.1',
    'a'.repeat(5_000),
    'ü.example',
  ),
  fc.domain(),
  fc.webAuthority({ withPort: true, withUserInfo: true, withIPv4: true, withIPv6: true }),
  bytes,
)
const staff = () => ({ cookie: services.cookie, 'sec-fetch-site': 'same-origin' })

test('F13 no Host header causes an internal error', async () => {
  const urls = services.routes
    .filter(({ method, url }) => method === 'GET' && !url.endsWith('/live'))
    .map(({ url }) => url.replace(/:\w+/g, '0192a3b4-0000-7000-8000-000000000001').replace('*', 'x'))
  expect(urls).toContain('/api/admin/domain-config')
  const one = async (url: string, name: string) => {
    const answer = await services.app.inject({ url, headers: { ...staff(), host: name } })
    // No projector runs here, so there is no accounting.
    if (answer.statusCode === 503 && url === '/api/admin/pipeline') return
    expect(answer.statusCode, `${url} ${name} ${answer.body}`).toBeLessThan(500)
  }
  const address = fc.oneof(fc.constant('/api/admin/domain-config'), fc.constantFrom(...urls))
  await fc.assert(fc.asyncProperty(address, host, one), { numRuns: RUNS * 2 })
})

test('F13 the domain of campaign links is an https address or this machine, or the answer says what to do', async () => {
  let refused = 0
  let tried = 0
  const campaign = { date: '2026-03-01', platform: 'x', utmSource: 'google', utmMedium: 'cpc' }
  const one = async (name: string) => {
    const headers = { ...staff(), host: name }
    const asked = await services.app.inject({ url: '/api/admin/domain-config', headers })
    const stored = await services.app.inject({
      method: 'POST',
      url: '/api/admin/campaigns',
      headers,
      body: { name: `Spring ${tried++}`, ...campaign },
    })
    if (asked.statusCode === 409) {
      refused += 1
      expect(asked.json().detail).toMatch(/need https, but .* Save a domain .*, or set SITE_URL\.$/)
      expect(asked.json().detail.length).toBeLessThan(400)
      expect(stored.json()).toMatchObject({ status: 409, detail: asked.json().detail })
      return
    }
    expect(stored.statusCode, stored.body).toBe(201)
    for (const address of [asked.json().domain, stored.json().generatedUrl])
      expect(address).toMatch(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$))/)
  }
  await assertReaching(fc.asyncProperty(host, one), {
    examples: [['localhost'], ['evil.example']],
    reached: () => expect([refused, tried]).toEqual([1, 2]),
    numRuns: RUNS,
  })
})
