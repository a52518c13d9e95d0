/** Links as people type, copy and follow them. A `requests` row is a visitor's request, a `drafts` row a lead that staff reply to. */
import { replyLinks } from '@firsttouch/frontend/src/dashboard/leads/reply'
import { beforeAll, expect, test } from 'vitest'
import { openEveryService } from '../security/every-service.ts'
import links from './links.json' with { type: 'json' }

let services: Awaited<ReturnType<typeof openEveryService>>
beforeAll(async () => {
  services = await openEveryService(undefined, ['/', '/v2', '/privacy', '/login', '/admin'])
  await services.sql`
    INSERT INTO campaigns (id, number, name, date, platform, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
      ad_asset_description, notes, generated_url, created_at)
    OVERRIDING SYSTEM VALUE
    VALUES (gen_random_uuid(), 25, 'Winter Sale', '2026-11-27', 'Google Ads', 'google', 'cpc', 'winter_sale', '', '', '', '',
      'https://www.example.com/v2?utm_source=google&utm_medium=cpc&utm_campaign=winter_sale', now())`
})

test.each(links.requests)(
  '$input is answered with $right.status to $right.location',
  async ({ input, right }) => {
    const answer = await services.app.inject({ url: input })
    expect({ status: answer.statusCode, location: answer.headers.location ?? null }).toEqual(right)
  },
)

const MOST_OF_LINK = 1_999
const textOf = ([piece, times]: (string | number)[] = ['', 0]) => String(piece).repeat(Number(times))

test.each(links.drafts)('a reply to $input is $right and below 2,000 characters', ({ input, right }) => {
  const given: Record<string, (string | number)[]> = input
  const [name, business, ownWords] = ['name', 'business', 'ownWords'].map(key => textOf(given[key])) as [
    string,
    string,
    string,
  ]
  const email = `${textOf(given.email)}jo@example.test`
  const { mail, chat } = replyLinks({
    name,
    nameTyped: name !== '',
    email,
    phone: '',
    phoneNumber: { e164: '+447700900123', extension: '' },
    business,
    ownWords,
  })
  expect(mail.length).toBeLessThanOrEqual(MOST_OF_LINK)
  expect(chat?.length).toBeLessThanOrEqual(MOST_OF_LINK)
  expect(mail + chat).not.toContain('%EF%BF%BD')
  const draft = new URL(mail).searchParams
  const said = `${draft.get('subject')}\n${draft.get('body')}`
  expect(said.includes('…') ? 'cut' : 'whole').toBe(right)
  const quoted = [...(draft.get('body') ?? '').matchAll(/^> (.*)$/gm)].map(([, line]) => line).join('\n')
  const characters = (text: string) =>
    Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  const kept = characters(quoted.replace(/…$/, ''))
  expect(characters(ownWords).slice(0, kept.length)).toEqual(kept)
})
