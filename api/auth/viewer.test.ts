/** Access of viewers and of read tokens with scope `figures`: every admin route over HTTP. */
import { openHttp } from '@firsttouch/infra/platform/http/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '../app.ts'
import { type Api, FIGURES } from '../deps.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { CONTACT, ONBOARDING, TRIAL } from '../testing/forms.ts'
import { followLive } from '../testing/live-stream.ts'
import { listen, type OverHttp } from '../testing/over-http.ts'
import { createAccount } from './accounts.ts'

const PASSWORD = 'four random words here'
/** Matches every planted text and staff name, except the viewer's own name. */
const PLANTED = /planted|900[ -]?555/i
const PHONE = '07700 900555'
const PERSON = {
  name: 'Perdita Planted',
  email: 'perdita@planted.example',
  phone: PHONE,
  business: 'Planted Bakery',
  message: 'Please call me, planted message',
}

type Route = { method: string; url: string }
/** Opens the application and lists its admin routes. `more` adds routes. */
const openApp = async (api: TestApi, more: (app: Api) => void = () => undefined) => {
  const routes: Route[] = []
  const app = openHttp()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith('/api/admin/') && !url.startsWith('/api/admin/login'))
      for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, url })
  })
  await app.register(apiRoutes(api.deps))
  await app.register(async scope => more(scope.withTypeProvider()))
  return { ...(await listen(app)), routes }
}

let api: TestApi
let http: OverHttp & { routes: Route[] }
let ids: Record<string, string>
let browsers: Record<'viewer' | 'owner', Record<string, string>>
let token: Record<string, string>
beforeAll(async () => {
  api = await openTestApi()
  api.clock.now = new Date()
  await createAccount(api.sql, { username: 'olga.planted', password: PASSWORD }, api.clock.now)
  await createAccount(api.sql, { username: 'vera', password: PASSWORD, role: 'viewer' }, api.clock.now)
  http = await openApp(api)
  browsers = {
    viewer: await http.browserOf('vera', PASSWORD),
    owner: await http.browserOf('olga.planted', PASSWORD),
  }
  ids = await plant()
})
afterAll(async () => {
  await http?.close()
  await api?.close()
})

/** Plants contact data in every field. Returns the values of route parameters. */
const plant = async () => {
  const call = async (method: string, path: string, body: object, headers = browsers.owner) => {
    const answer = await http.send(method, `/api/${path}`, headers, body)
    expect([path, answer.status < 300, answer.body]).toEqual([path, true, answer.body])
    return answer.body ? JSON.parse(answer.body) : undefined
  }
  const session = { 'x-session-id': 'utm_1767225600000_planted' }
  const lead = await call('POST', 'contact', { ...CONTACT, ...PERSON }, session)
  await call('POST', 'contact', { ...CONTACT, ...PERSON, leaveBlank: 'spam' }, session)
  const trial = { name: PERSON.name, email: PERSON.email, phone: PHONE, businessName: PERSON.business }
  await call('POST', 'trial-signup', { ...TRIAL, ...trial, additionalInfo: 'planted info' }, session)
  const customer = { fullName: PERSON.name, businessName: PERSON.business, notes: 'planted notes' }
  const submission = await call(
    'POST',
    'onboarding',
    { ...ONBOARDING, ...customer, mobileNumber: PHONE, emailAddress: PERSON.email },
    session,
  )
  await call('POST', `admin/leads/${lead.id}/notes`, { body: `planted: ${PERSON.name}` })
  const [account] = await api.sql`SELECT id FROM staff_accounts WHERE role = 'owner'`
  const owner: string = account?.id
  await call('PATCH', `admin/leads/${lead.id}`, { status: 'qualified', owner })
  const campaign = await call('POST', 'admin/campaigns', {
    ...{ name: 'Spring', date: '2026-03-01', platform: 'Google', utmSource: 'google', utmMedium: 'cpc' },
    ...{ notes: `Ask ${PERSON.name}`, adAssetDescription: 'The planted picture' },
  })
  await call('POST', 'admin/spend', { entries: [{ date: '2026-03-01', utmCampaign: 'spring', cost: 10 }] })
  await call('POST', 'admin/spend', { entries: [{ date: '2026-03-01', utmCampaign: 'spring', cost: 12 }] })
  await call('POST', 'admin/experiments/landingPage/pause', { reason: `${PERSON.name} asked for it` })
  await call('PUT', 'admin/notifications', { email: 'olga@planted.example', kinds: ['lead'] })
  const credential = await call('POST', 'admin/conversion-credentials', { platform: 'google-ads' })
  const read = await call('POST', 'admin/read-tokens', { name: 'planted sheet', scope: 'figures' })
  token = { authorization: `Bearer ${read.token}` }
  await call('POST', 'admin/team/invitations', { username: 'ivan.planted', role: 'staff' })
  return {
    ...{ leadId: lead.id, submissionId: submission.id, id: campaign.id, accountId: owner, tokenId: read.id },
    username: 'ivan.planted',
    ...{ credentialId: credential.id, name: 'landingPage', testName: 'landingPage' },
  }
}

const pathOf = ({ url }: Route): string =>
  url
    .replace(/:(\w+)/g, (_, name: string) => {
      const id = ids[name]
      if (!id) throw new Error(`${url}: plant a record and say its id for :${name}`)
      return encodeURIComponent(id)
    })
    .replace('*', 'json')

const nameOf = ({ method, url }: Route): string => `${method} ${url}`
const LIVE = '/api/admin/live'
/**
 * Routes that answer with an error in this test. No projector runs, so there is no accounting. The docs route needs the path of an existing
 * file.
 */
const NOT_HERE = ['GET /api/admin/pipeline', 'GET /api/admin/docs/static/*']

/** Calls every route, reads first. A write may end the session, so each write has its own. */
const crawl = async (
  from: OverHttp & { routes: Route[] },
  headers: Record<string, string>,
  renew = async () => headers,
) => {
  const answers: Record<string, { status: number; text: string }> = {}
  const inOrder = from.routes.toSorted((a, b) => Number(b.method === 'GET') - Number(a.method === 'GET'))
  for (const route of inOrder) {
    if (route.url === LIVE) continue
    // Avoids the rate limit.
    api.clock.now = new Date(api.clock.now.getTime() + 1_000)
    const ask = async () =>
      from.send(
        route.method,
        pathOf(route),
        route.method === 'GET' ? headers : await renew(),
        route.method === 'GET' ? undefined : {},
      )
    let answer = await ask()
    // Retries if the stores of a busy machine time out.
    for (let again = 0; again < 10 && answer.status === 503 && !NOT_HERE.includes(nameOf(route)); again += 1)
      answer = await ask()
    answers[nameOf(route)] = {
      status: answer.status,
      text: `${JSON.stringify([...answer.headers])}\n${answer.body}`,
    }
  }
  return answers
}
const leaksOf = (answers: Record<string, { status: number; text: string }>) =>
  Object.entries(answers).flatMap(([route, { status, text }]) =>
    status !== 403 && PLANTED.test(text) ? [route] : [],
  )

test('these answers contain the planted contact data for an owner, so the search below is meaningful', async () => {
  const reads = { ...http, routes: http.routes.filter(({ method }) => method === 'GET') }
  expect(leaksOf(await crawl(reads, browsers.owner)).toSorted()).toEqual([
    'GET /api/admin/audit',
    'GET /api/admin/campaigns',
    'GET /api/admin/campaigns/:id/history',
    'GET /api/admin/conversions',
    'GET /api/admin/experiments/:name/changes',
    'GET /api/admin/lead-owners',
    'GET /api/admin/leads',
    'GET /api/admin/leads.csv',
    'GET /api/admin/leads/:leadId',
    'GET /api/admin/leads/search',
    'GET /api/admin/notifications',
    'GET /api/admin/onboarding',
    'GET /api/admin/onboarding.csv',
    'GET /api/admin/onboarding/:submissionId',
    'GET /api/admin/onboarding/search',
    'GET /api/admin/read-tokens',
    'GET /api/admin/reply-times',
    'GET /api/admin/session',
    'GET /api/admin/spend',
    'GET /api/admin/team',
    'GET /api/admin/team/invitations',
  ])
})

describe('every admin route', () => {
  test('every admin route answers a viewer 403, or without planted contact data', async () => {
    const answers = await crawl(http, browsers.viewer, () => http.browserOf('vera', PASSWORD))
    expect(leaksOf(answers)).toEqual([])
    const odd = Object.entries(answers).filter(
      ([route, { status }]) =>
        route.startsWith('GET ') && ![200, 302, 403].includes(status) && !NOT_HERE.includes(route),
    )
    expect(odd).toEqual([])
    const written = Object.entries(answers).filter(
      ([route, { status }]) => !route.startsWith('GET ') && status !== 403,
    )
    // Only routes of the own account. POST /api/admin/confirm answers 400 without a password.
    expect(written.map(([route]) => route).filter(route => !route.includes('/account/'))).toEqual([
      'POST /api/admin/confirm',
      'POST /api/admin/logout',
    ])
  })

  test('every admin route answers a read token for figures 403, or without planted contact data', async () => {
    const answers = await crawl(http, token)
    expect(leaksOf(answers)).toEqual([])
    const written = Object.entries(answers).filter(
      ([route, { status }]) => !route.startsWith('GET ') && status !== 403,
    )
    expect(written).toEqual([])
  })

  test('the search finds a new route that leaks', async () => {
    const leaking = await openApp(api, app =>
      app.get('/api/admin/new-figures', { config: FIGURES }, async () => ({
        best: await api.sql`SELECT name FROM leads LIMIT 1`,
      })),
    )
    expect(leaksOf(await crawl({ ...leaking, routes: leaking.routes.slice(-1) }, browsers.viewer))).toEqual([
      'GET /api/admin/new-figures',
    ])
    await leaking.close()
  })
})

test.each(['viewer', 'token'])(
  'the live stream sends a %s the changed query keys, without personal data',
  async who => {
    // The test of every route ends the sessions of `browsers.viewer`.
    const headers = who === 'token' ? token : await http.browserOf('vera', PASSWORD)
    const stream = await followLive(`${http.url}${LIVE}`, headers)
    expect(stream.status).toBe(200)
    await http.send('POST', '/api/contact', {}, { ...CONTACT, ...PERSON })
    await expect.poll(() => stream.messages.length, { timeout: 10_000 }).toBeGreaterThan(1)
    stream.leave()
    expect(JSON.stringify(stream.messages)).not.toMatch(PLANTED)
    expect(stream.messages.at(-1)?.changed).toEqual(['leads'])
  },
)
