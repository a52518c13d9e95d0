import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { DEFAULT_DAYS } from '@firsttouch/api/contract/kept'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '../../platform/env.ts'
import { openHttp } from '../../platform/http/http.ts'
import { siteOptions } from './config.ts'
import { type SiteOptions, siteRoutes } from './site.ts'

const PAGE = `<!doctype html>
<html lang="en-GB" data-consent="required">
<script type="application/json" id="experiments">{}</script>
<link rel="canonical" href="https://site-url.invalid/v2" />
<script type="application/ld+json">{"url":"https://site-url.invalid/"}</script>
<body>words <b>Kept <i data-kept-for="forms">730 days</i>, <i data-kept-for="visitDetails">400 days</i></b></body>`

let dist: string
const apps: FastifyInstance[] = []
const shownBy = (shown: string): ServedShares => ({ ...declaredShares(), landingPage: { shown } })
const blockOf = (html: string) => JSON.parse(/id="experiments">([^<]*)</.exec(html)?.[1] ?? '')
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'firsttouch-site-'))
  await mkdir(join(dist, 'pages'))
  await mkdir(join(dist, 'assets'))
  const files: Record<string, string> = {
    'pages/root.html': PAGE.replace('words', 'root'),
    'pages/v2.html': PAGE,
    'pages/admin.html': PAGE.replace('words', 'admin'),
    'pages/not-found.html': PAGE.replace('words', '404'),
    'assets/app-abc.js': 'console.log(1)',
    'assets/app-abc.js.br': 'brotli',
    'robots.txt': 'User-agent: *\nSitemap: https://site-url.invalid/sitemap.xml',
    'sitemap.xml': '<loc>https://site-url.invalid/</loc>',
    'icon.svg': '<svg/>',
    'dashboard.webmanifest': '{}',
    'site.json': JSON.stringify({
      files: {
        '/': 'pages/root.html',
        '/v2': 'pages/v2.html',
        '/admin': 'pages/admin.html',
        '*': 'pages/not-found.html',
      },
      scriptHashes: ["'sha256-abc='"],
    }),
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(dist, name), content)
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await rm(dist, { recursive: true, force: true })
})

const open = async (options: Partial<SiteOptions> = {}) => {
  const app = openHttp()
  app.get('/api/known', async () => ({ known: true }))
  app.register(siteRoutes({ dist, ...options }))
  await app.ready()
  apps.push(app)
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

test('a known path gives its page, any other the 404 page with status 404', async () => {
  const get = await open()
  expect(await get('/')).toMatchObject({ statusCode: 200, body: expect.stringContaining('root') })
  expect(await get('/v2?utm_source=x')).toMatchObject({
    statusCode: 200,
    body: expect.stringContaining('words'),
  })
  for (const path of [
    '/nowhere',
    '/*',
    '/%2e%2e/site.json',
    '/site.json',
    '/pages/v2.html',
    '/assets/none.js',
  ])
    expect((await get(path)).statusCode, path).toBe(404)
  expect((await get('/nowhere')).body).toContain('404')
})

test('a path with a trailing slash redirects to the one without, and keeps its query', async () => {
  const get = await open()
  expect(await get('/v2/?a=1')).toMatchObject({ statusCode: 308, headers: { location: '/v2?a=1' } })
})

test('S-26 no address of a page redirects to another site', async () => {
  const get = await open()
  for (const path of ['//evil.test/', '//evil.test//v2/', '/%2f%2fevil.test/', '/%5cevil.test/', '//v2/'])
    expect([path, (await get(path, { host: 'evil.test' })).statusCode]).toEqual([path, 404])
  const slash = await get('/v2/?next=//evil.test', { host: 'evil.test' })
  expect(slash.headers.location).toBe('/v2?next=//evil.test')
})

test('an unknown path of a service gets the service’s own 404', async () => {
  const get = await open()
  expect((await get('/api/known')).json()).toEqual({ known: true })
  for (const path of ['/api/nothing', '/health/nothing', '/metrics'])
    expect((await get(path)).headers['content-type']).toMatch(/problem\+json/)
})

test('browsers revalidate pages each time, and an unchanged page is not sent again', async () => {
  const get = await open()
  const first = await get('/v2')
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' })
  const again = await get('/v2', { 'if-none-match': String(first.headers.etag) })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
})

test('pages are compressed as the browser prefers', async () => {
  const get = await open()
  const br = await get('/v2', { 'accept-encoding': 'gzip, deflate, br' })
  expect(br.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(br.rawPayload).toString()).toContain('words')
  const gzip = await get('/v2', { 'accept-encoding': 'gzip, br;q=0' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toContain('words')
  expect((await get('/v2', { 'accept-encoding': 'GZIP' })).headers['content-encoding']).toBe('gzip')
  expect((await get('/v2')).headers['content-encoding']).toBeUndefined()
})

test('a page holds the shares of A/B tests, as declared until the API says otherwise', async () => {
  const get = await open()
  expect(blockOf((await get('/')).body)).toEqual(declaredShares())
  expect(blockOf((await get('/nowhere')).body)).toEqual(declaredShares())
})

test('pages follow a change without a restart: body, compressed bodies and etag', async () => {
  let shares = shownBy('control')
  const get = await open({ askShares: async () => shares, askSharesEveryMs: 1 })
  const before = await get('/v2')
  expect(blockOf(before.body)).toEqual(shares)
  const asks = { 'if-none-match': String(before.headers.etag) }
  expect((await get('/v2', asks)).statusCode).toBe(304)
  shares = shownBy('v2')
  await expect.poll(async () => (await get('/v2', asks)).statusCode).toBe(200)
  const after = await get('/v2', asks)
  expect(after.headers.etag).not.toBe(before.headers.etag)
  const br = await get('/v2', { 'accept-encoding': 'br' })
  const gzip = await get('/v2', { 'accept-encoding': 'gzip' })
  for (const html of [
    after.body,
    brotliDecompressSync(br.rawPayload).toString(),
    gunzipSync(gzip.rawPayload).toString(),
  ])
    expect(blockOf(html)).toEqual(shares)
  expect((await get('/v2', { 'if-none-match': String(after.headers.etag) })).statusCode).toBe(304)
  expect(after.headers['content-security-policy']).toBe(before.headers['content-security-policy'])
})

test('assets are immutable and compressed', async () => {
  const get = await open()
  const asset = await get('/assets/app-abc.js', { 'accept-encoding': 'br' })
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  })
})

test('every answer has the security headers, and the policy allows only our scripts', async () => {
  const get = await open()
  for (const path of ['/', '/admin', '/nowhere', '/assets/app-abc.js', '/dashboard.webmanifest', '/v2/']) {
    const { headers } = await get(path)
    expect(headers, path).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'; script-src 'self' 'sha256-abc='; style-src 'self';")
    expect(policy).toContain("object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'")
    expect(policy).not.toMatch(/unsafe|facebook|\*/)
  }
})

test('a browser may report what the policy blocked', async () => {
  const app = openHttp()
  app.register(siteRoutes({ dist }))
  apps.push(app)
  const answer = await app.inject({
    method: 'POST',
    url: '/csp-report',
    headers: { 'content-type': 'application/csp-report' },
    payload: '{"csp-report":{"blocked-uri":"inline"}}',
  })
  expect(answer.statusCode).toBe(204)
})

test('the policy allows only hosts that the business configured', async () => {
  const get = await open({
    origins: { pixel: true, video: 'https://video.example/embed/1' },
  })
  const policy = String((await get('/')).headers['content-security-policy'])
  expect(policy).toContain("script-src 'self' 'sha256-abc=' https://connect.facebook.net;")
  expect(policy).toContain("frame-src 'self' https://video.example;")
  expect(policy).toContain("connect-src 'self' https://connect.facebook.net https://www.facebook.com;")
})

test('the page says whether it must ask for consent', async () => {
  expect((await (await open({ consentMode: 'required' }))('/')).body).toContain('data-consent="required"')
  expect((await (await open())('/')).body).toContain('data-consent="not_required"')
})

test('the operator’s settings decide whether the page asks first and what else it may load', async () => {
  const served = async (env: Record<string, string>) => {
    const { body, headers } = await (await open(siteOptions(readEnv(env), dist)))('/v2')
    const policy = String(headers['content-security-policy'])
    return [
      /data-consent="(\w+)"/.exec(body)?.[1],
      policy.includes('https://connect.facebook.net'),
      policy.includes('https://film.example'),
    ]
  }
  expect(await served({ CONSENT: 'required', FACEBOOK_PIXEL_ID: '1234567890' })).toEqual([
    'required',
    true,
    false,
  ])
  expect(await served({ VIDEO_URL: 'https://film.example/watch' })).toEqual(['not_required', false, true])
})

test('the privacy page mentions click ids while they are stored', async () => {
  const bodyWith = async (env: Record<string, string>) =>
    (await (await open(siteOptions(readEnv(env), dist)))('/v2')).body
  expect(await bodyWith({ CLICK_IDS: 'on' })).toContain('<html data-kept=')
  expect(await bodyWith({ CLICK_IDS: 'on' })).toContain(' data-click-ids="on" ')
  expect(await bodyWith({ CLICK_IDS: 'on' })).toContain('we keep the number that Google, Microsoft or Meta')
  expect(await bodyWith({})).not.toContain('click-')
})

test('S-38 the page states the configured retention, in its text and for its scripts', async () => {
  const env = readEnv({ KEEP_LEADS_DAYS: '0', KEEP_SPAM_DAYS: '1', KEEP_VISIT_DETAILS_DAYS: '90' })
  const page = (await (await open(siteOptions(env, dist)))('/v2')).body
  expect(page).toContain(`data-kept='{"forms":0,"programs":1,"visitDetails":90,"clickIds":90}'`)
  expect(page.replace(/<[^>]*>/g, '')).toContain('Kept until you ask us to erase it, 90 days')
  const defaults = siteOptions(readEnv({}), dist).periods?.map(({ name, days }) => [name, days])
  expect(Object.fromEntries(defaults ?? [])).toEqual(DEFAULT_DAYS)
})

test('the page contains the site’s address, or leaves out the lines that need it', async () => {
  const known = await open({ siteUrl: 'https://www.firsttouch.example/' })
  expect((await known('/v2')).body).toContain('href="https://www.firsttouch.example/v2"')
  expect((await known('/robots.txt')).body).toContain('Sitemap: https://www.firsttouch.example/sitemap.xml')
  expect((await known('/sitemap.xml')).body).toContain('<loc>https://www.firsttouch.example/</loc>')
  const unknown = await open()
  expect((await unknown('/v2')).body).not.toContain('canonical')
  expect((await unknown('/robots.txt')).body).toBe('User-agent: *')
  expect((await unknown('/sitemap.xml')).statusCode).toBe(404)
  expect((await unknown('/v2')).body + (await known('/v2')).body).not.toContain('site-url.invalid')
})
