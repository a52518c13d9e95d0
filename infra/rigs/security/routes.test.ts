/** S-13, S-46: someone who knows the source but has no account reaches only the public site. */
import { expect, test } from 'vitest'
import { locationOf, readLocations } from '../testing/proxy/nginx-conf.ts'
import { openEveryService } from './every-service.ts'

const services = await openEveryService()

const OPEN_TO_ALL = [
  'GET /',
  'GET /*',
  'GET /GO/*',
  'GET /Go/*',
  'GET /api/config/facebook-pixel-id',
  'GET /api/config/form-token',
  'GET /api/config/site',
  'GET /api/conversions/google-ads.csv',
  'GET /api/conversions/microsoft-advertising.csv',
  'GET /api/experiments/shares',
  'GET /api/oidc',
  'GET /api/oidc/callback',
  'GET /api/plain/sent',
  'GET /assets/*',
  'GET /gO/*',
  'GET /go/*',
  'GET /health/live',
  'GET /health/ready',
  'OPTIONS /api/analytics*',
  'POST /api/admin/login',
  'POST /api/admin/login/passkey',
  'POST /api/admin/login/passkey/options',
  'POST /api/analytics/ab-test',
  'POST /api/analytics/batch',
  'POST /api/analytics/conversion',
  'POST /api/analytics/visit',
  'POST /api/contact',
  'POST /api/invitation',
  'POST /api/oidc',
  'POST /api/onboarding',
  'POST /api/opt-out',
  'POST /api/plain/contact',
  'POST /api/plain/onboarding',
  'POST /api/plain/trial-signup',
  'POST /api/trial-signup',
  'POST /csp-report',
]

test('every route of every service is on this list, or answers 401 without a session', async () => {
  const all = services.routes.filter(({ method }) => method !== 'HEAD')
  const named = ({ method, url }: { method: string; url: string }) => `${method} ${url}`
  const staff = all.filter(route => !OPEN_TO_ALL.includes(named(route)))
  expect(staff.length).toBeGreaterThan(30)
  for (const { method, url } of staff) {
    const path = url.replace(/:\w+/g, '0192a3b4-0000-7000-8000-000000000001').replace('*', 'x')
    const answer = await services.app.inject({
      method: method as 'GET',
      url: path,
      cookies: { sid: 'A'.repeat(43) },
    })
    expect([named({ method, url }), answer.statusCode]).toEqual([named({ method, url }), 401])
    expect(answer.json()).toMatchObject({ detail: 'Please log in.' })
  }
  expect(
    [...new Set(all.map(named))]
      .filter(name => !name.includes('/api/admin/') || name.includes('/api/admin/login'))
      .sort(),
  ).toEqual(OPEN_TO_ALL)
})

test('S-46, S-34 internal figures and SQL are not on the public port', async () => {
  for (const path of [
    '/metrics',
    '/api/sql',
    '/api/admin/sql',
    '/health',
    '/health/ready/postgres',
    '/documentation',
    '/.env',
    '/.git/config',
  ])
    for (const method of ['GET', 'POST'] as const) {
      const answer = await services.app.inject({
        method,
        url: path,
        ...(method === 'POST' && { body: { query: 'SELECT 1' } }),
      })
      expect([path, answer.statusCode]).toEqual([path, 404])
      expect(answer.body).not.toMatch(/process_cpu|password/)
    }
})

/** The site redirects other spellings of `/go` to the lower-case path that the proxy knows. Each process has its own health route. */
const NOT_BY_PATH = /^\/(?!go)[Gg][Oo]\/|^\/health\//

test('the shipped proxy sends every route to its service', async () => {
  const locations = await readLocations()
  const wrong = services.routes
    .filter(({ url }) => url.startsWith('/') && !NOT_BY_PATH.test(url))
    .map(({ url, service }) => ({
      url,
      service,
      upstream: locationOf(locations, url.replace(/\/?\*$/, '/x'))?.upstream,
    }))
    .filter(({ service, upstream }) => upstream !== service)
  expect(wrong).toEqual([])
})
