import { within } from '@firsttouch/infra/platform/timing'
import { z } from 'zod'
import { type LinkCheck, linkCheck } from '../contract/campaign.ts'
import { parseUrl } from '../contract/fields/parse-url.ts'
import { type Api, type Deps, FOR_STAFF } from '../deps.ts'
import {
  type Around,
  BlockedAddressError,
  failureOf,
  requestPublic,
} from '../notifications/webhook/public-request.ts'
import { selectCampaign } from './records.ts'

const MOST_REDIRECTS = 5
const WITHIN_MS = 10_000
const params = z.object({ id: z.uuid('The campaign id must be a UUID') })

export const checkLinkRoutes = (app: Api, { sql, config }: Pick<Deps, 'sql' | 'config'>): void => {
  app.post(
    '/api/admin/campaigns/:id/check-link',
    { config: FOR_STAFF, schema: { params, response: { 200: linkCheck } } },
    async ({ params: { id } }) =>
      checkLink((await selectCampaign(sql, id)).generatedUrl, config.site.siteUrl),
  )
}

export const checkLink = async (
  link: string,
  siteUrl: string,
  { withinMs = WITHIN_MS, ...around }: Around & { withinMs?: number } = {},
): Promise<LinkCheck> => {
  const stop = new AbortController()
  const at = { url: new URL(link), redirects: 0 }
  const check = (problem: string | null) => ({ finalUrl: at.url.href, redirects: at.redirects, problem })
  try {
    const status = await within(withinMs, follow(at, siteUrl, around, stop.signal))
    if (status === null) return check('The link redirects more than five times.')
    if (status >= 300) return check(`${at.url.host} answers ${status}.`)
    const arrived = at.url.searchParams
    const lost = [...new URL(link).searchParams]
      .filter(([key, value]) => key.startsWith('utm_') && arrived.get(key) !== value)
      .map(([key]) => key)
    return check(
      lost.length > 0
        ? `Tags do not survive the redirect: ${lost.join(', ')}. Make the redirect keep them.`
        : null,
    )
  } catch (error) {
    const sentence = failureOf(error, at.url.host, withinMs)
    const isBlocked = error instanceof BlockedAddressError
    return check(
      isBlocked
        ? `${sentence} Links into a private network may lead only to the site itself. If this is the site, set SITE_URL to its address.`
        : sentence,
    )
  } finally {
    stop.abort()
  }
}

/** Keeps the current URL in `at`. Resolves with the last HTTP status, or null after too many redirects. */
const follow = async (
  at: { url: URL; redirects: number },
  siteUrl: string,
  around: Around,
  signal: AbortSignal,
): Promise<number | null> => {
  const headers = { 'user-agent': 'Firsttouch link check', accept: 'text/html' }
  // The site's own host may be private. Its other ports may belong to other services, so compare the whole origin.
  const allowHosts = parseUrl(siteUrl)?.origin === at.url.origin ? [at.url.hostname] : []
  const answer = await requestPublic(at.url, { method: 'GET', headers, allowHosts, signal }, around)
  answer.destroy()
  const { statusCode = 0, headers: answered } = answer
  const next = answered.location === undefined ? null : parseUrl(answered.location, at.url.href)
  if (statusCode < 300 || statusCode >= 400 || !next || !/^https?:$/.test(next.protocol)) return statusCode
  if (at.redirects === MOST_REDIRECTS) return null
  at.url = next
  at.redirects += 1
  return follow(at, siteUrl, around, signal)
}
