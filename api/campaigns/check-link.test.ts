import { serve } from '@firsttouch/infra/rigs/testing/servers/serve'
import { expect, test } from 'vitest'
import { openStaffApi } from '../testing/api.ts'
import { checkLink } from './check-link.ts'

const TAGS = 'utm_source=google&utm_medium=cpc&utm_term={keyword}'

/** A site whose paths select the redirect: `/to?…` drops the query, `/keep` keeps it, `/n/3` redirects three times. */
const openSite = async () => {
  const seen: string[] = []
  const { port } = await serve((request, response) => {
    seen.push(request.url ?? '')
    const { pathname, search } = new URL(request.url ?? '', 'http://x')
    const to = (location: string) => response.writeHead(302, { location }).end()
    const [, times] = /^\/n\/(\d+)$/.exec(pathname) ?? []
    if (pathname === '/drop') to('/')
    else if (pathname === '/keep') to(`/page${search}`)
    else if (times) to(times === '1' ? `/page${search}` : `/n/${Number(times) - 1}${search}`)
    else if (pathname === '/inside') to('http://127.0.0.1:1/')
    else if (pathname === '/file') to('file:///etc/passwd')
    else if (pathname === '/silent') return
    else response.writeHead(pathname === '/gone' ? 404 : 200).end('x'.repeat(100_000))
  })
  const site = `http://127.0.0.1:${port}`
  return {
    site,
    seen,
    check: (path: string, siteUrl = site) =>
      checkLink(site + path, siteUrl, { withinMs: path.startsWith('/silent') ? 400 : 30_000 }),
  }
}

test('a page that answers gets the tags, with their macros', async () => {
  const { site, check } = await openSite()
  expect(await check(`/?${TAGS}`)).toEqual({
    ...{ redirects: 0, problem: null },
    finalUrl: `${site}/?${TAGS}`,
  })
  expect(await check(`/keep?${TAGS}`)).toMatchObject({
    ...{ redirects: 1, problem: null },
    finalUrl: `${site}/page?${TAGS}`,
  })
})

test('tags that a redirect drops are named', async () => {
  const { check } = await openSite()
  expect(await check(`/drop?${TAGS}`)).toMatchObject({
    problem:
      'Tags do not survive the redirect: utm_source, utm_medium, utm_term. Make the redirect keep them.',
  })
})

test('five redirects are followed and six are not', async () => {
  const { check } = await openSite()
  expect(await check(`/n/5?${TAGS}`)).toMatchObject({ redirects: 5, problem: null })
  expect(await check(`/n/6?${TAGS}`)).toMatchObject({
    ...{ redirects: 5, problem: 'The link redirects more than five times.' },
  })
})

test.each([
  ['/gone', /answers 404\.$/],
  ['/file', /answers 302\.$/],
  ['/silent', /did not answer within 0\.4 s\.$/],
  // Another port of the site's host is not the site.
  [
    '/inside',
    /is in a private network, which is blocked\. Links into a private network may lead only to the site itself/,
  ],
])('the problem of %s is described in one sentence', async (path, problem) => {
  const { check } = await openSite()
  expect(await check(path)).toMatchObject({ problem: expect.stringMatching(problem) })
})

test('the check never connects to a private address other than the site', async () => {
  const { check, seen } = await openSite()
  for (const siteUrl of ['', 'https://www.example.com'])
    expect((await check('/', siteUrl)).problem).toMatch(/private network/)
  expect(seen).toEqual([])
})

const api = await openStaffApi()

test('staff check the link of a campaign', async () => {
  const made = await api.call('POST', 'campaigns', {
    ...{ name: 'Spring', date: '2026-03-01', platform: 'Google Ads', utmSource: 'google', utmMedium: 'cpc' },
    generatedUrl: 'http://127.0.0.1:1/?utm_source=google',
  })
  const answer = await api.call('POST', `campaigns/${made.json().id}/check-link`, {})
  expect([answer.statusCode, answer.json().problem]).toEqual([
    200,
    '127.0.0.1:1 is in a private network, which is blocked. Links into a private network may lead only to the site itself. If this is the site, set SITE_URL to its address.',
  ])
  const none = await api.call('POST', 'campaigns/0192a3b4-0000-7000-8000-000000000001/check-link', {})
  expect(none.statusCode).toBe(404)
})
