/** Puts XSS payloads into every field that the public can write. */
import type { TestSystem } from '@firsttouch/infra/rigs/testing/system'
import { until } from '@firsttouch/infra/rigs/testing/until'
import { v7 } from 'uuid'
import { expect } from 'vitest'

const RUN = (mark: string) => `(window.ran=window.ran||[]).push('${mark}')`
export const PAYLOADS = [
  `<script>${RUN('script')}</script>`,
  `"><img src=x onerror="${RUN('img')}">`,
  `'><svg/onload=${RUN('svg')}>`,
  `</textarea><iframe srcdoc="<script>parent.${RUN('frame')}</script>">`,
  `{{constructor.constructor("${RUN('template')}")()}}`,
  `\${${RUN('literal')}}`,
  `javascript:${RUN('url')}`,
  `<a href="javascript:${RUN('link')}">press</a>`,
  `<style>@import "https://evil.test/x.css";</style><base href="https://evil.test/">`,
  `<math><mi xlink:href="data:x,${RUN('math')}">`,
]
export const payload = (n: number) => PAYLOADS[n % PAYLOADS.length] ?? ''

export const plantScripts = async (system: TestSystem): Promise<void> => {
  for (const n of PAYLOADS.keys()) {
    const text = payload(n).slice(0, 255)
    const utm = {
      utm_source: text,
      utm_medium: text,
      utm_campaign: text,
      utm_content: text,
      utm_term: text,
    }
    const sessionId = `utm_${1767225600000 + n}_planted`
    const headers = { 'user-agent': text, referer: system.url, 'x-session-id': sessionId }
    const carried = { firstTouchUtm: utm, pagePath: text }
    const events = [
      {
        type: 'visit',
        id: v7(),
        sessionId,
        ...utm,
        referrer: text,
        pagePath: text,
        // Events with a bot's user agent do not count, so only every second event has a payload in this field.
        userAgent: n % 2 === 0 ? 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0' : text,
      },
      {
        type: 'conversion',
        id: v7(),
        sessionId,
        conversionType: 'button_click',
        firstTouchUtm: utm,
        pagePath: text,
        buttonType: text,
        formType: text,
        planType: text,
        planName: text,
        price: text.slice(0, 64),
        source: text,
      },
      {
        type: 'ab_test',
        id: v7(),
        sessionId,
        testName: 'landingPage',
        variant: 'v2',
        event: 'variant_assigned',
        metadata: { a: text },
      },
    ]
    const sent = [
      await system.post('/api/analytics/batch', { events }, headers),
      await system.post(
        '/api/contact',
        {
          name: text,
          email: `a${n}@example.com`,
          phone: text.slice(0, 50),
          business: text,
          message: text,
          ...carried,
        },
        headers,
      ),
      await system.post(
        '/api/trial-signup',
        {
          name: text,
          email: `b${n}@example.com`,
          phone: text.slice(0, 50).padEnd(12),
          businessName: text,
          website: '',
          primaryKeyword: text,
          targetArea: text,
          currentAdsAccount: 'no',
          additionalInfo: text,
          ...carried,
        },
        headers,
      ),
      await system.post(
        '/api/onboarding',
        {
          fullName: text,
          businessName: text,
          mobileNumber: text.slice(0, 50),
          emailAddress: `c${n}@example.com`,
          websiteAddress: `https://x.test/${encodeURIComponent(text)}`,
          primaryKeyword: text,
          targetArea: text,
          notes: text,
          hasGoogleAds: n % 2 === 0,
          ...carried,
        },
        headers,
      ),
    ]
    expect(sent.map(answer => answer.status)).toEqual([202, 200, 200, 200])
  }
  const cookie = await system.login()
  const campaign = {
    name: `x ${payload(1)}`,
    date: '2026-03-01',
    platform: payload(2),
    utmSource: payload(3),
    utmMedium: payload(4),
  }
  const more = {
    utmContent: payload(5),
    utmTerm: payload(6),
    adAssetDescription: payload(7),
    notes: payload(8),
  }
  expect((await system.post('/api/admin/campaigns', { ...campaign, ...more }, { cookie })).status).toBe(201)
  await until(
    async () => (await system.get<{ totalVisits: number }>('/api/admin/analytics')).totalVisits >= 5,
    60_000,
  )
}
