/** A visitor and a member of staff use the product at a URL. Behind the URL is one process, or a proxy with many. */
import type { AnalyticsSummary } from '@firsttouch/api/contract/analytics'
import type { Lead } from '@firsttouch/api/contract/leads'
import type { PipelineAccounting } from '@firsttouch/api/contract/pipeline'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { logIn } from '../testing/system.ts'
import { until } from '../testing/until.ts'

const MINUTE = 60_000
/** An uncommon password, because the image refuses common ones. */
export const STAFF = { username: 'ada', password: 'lorries of blue gravel at noon' }
export const LEAD = { name: 'Jo Box', email: 'jo@example.com', message: 'Hello' }

/** A browser's user agent: the product does not count programs as people. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
    body: JSON.stringify(body),
  })

export const openDesk = async (url: string, who = STAFF) => {
  const headers = { cookie: await logIn(url, who) }
  const get = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${url}/api/admin/${path}`, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    figures: () => get<AnalyticsSummary>('analytics'),
    pipeline: () => get<PipelineAccounting>('pipeline'),
    leads: () => get<Lead[]>('leads'),
  }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>

/** Waits until every accepted event is counted, and returns the numbers that no restart may change. */
export const numbers = async (desk: Desk) => {
  const settled = async () => {
    const { balanced, inFlight } = await desk.pipeline()
    return balanced === true && inFlight === 0
  }
  await until(settled, 2 * MINUTE)
  const { totalVisits, totalConversions, topSources } = await desk.figures()
  const { duplicates, deadLetters } = (await desk.pipeline()).total
  const leads = (await desk.leads()).map(({ name }) => name).toSorted()
  return { totalVisits, totalConversions, topSources, leads, duplicates, deadLetters }
}

/** A visitor loads a page, sends a visit and a click, and submits a form. Staff see all of it. */
export const tellStory = async (url: string, who = STAFF): Promise<Desk> => {
  const page = await fetch(`${url}/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
  expect(await page.text()).toContain('<title>')

  const sessionId = `utm_${Date.now()}_boxes`
  const utm = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring_roofs' }
  const events = [
    { type: 'visit', id: v7(), sessionId, ...utm, pagePath: '/' },
    { type: 'conversion', id: v7(), sessionId, conversionType: 'button_click', firstTouchUtm: utm },
  ]
  expect((await post(`${url}/api/analytics/batch`, { events })).status).toBe(202)
  expect((await post(`${url}/api/contact`, LEAD)).status).toBe(200)

  const desk = await openDesk(url, who)
  const counted = async () => {
    const { totalVisits, totalConversions } = await desk.figures()
    return totalVisits === 1 && totalConversions === 2
  }
  await until(counted, MINUTE)
  expect((await desk.figures()).topSources).toContainEqual({ source: 'google', visits: 1, conversions: 1 })
  expect((await desk.leads()).map(({ name }) => name)).toEqual([LEAD.name])
  return desk
}
