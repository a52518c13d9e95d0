import { CHANNELS, CLICK_ID_NAMES } from '@firsttouch/ingest/events'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visit } from '../testing/events.ts'
import { arrivalOf } from './channel.ts'
import { KNOWN, ROWS } from './sources.ts'

type Link = { source?: string; medium?: string; campaign?: string; clickIds?: string[]; referrer?: string }
const arrive = ({ source = '', medium = '', campaign = '', ...rest }: Link) =>
  arrivalOf(visit({ ...rest, utm: { utm_source: source, utm_medium: medium, utm_campaign: campaign } }))
const shown = (link: Link) => {
  const { channel, site } = arrive(link)
  return `${channel} | ${site}`
}

/** The tracker infers source and medium of an untagged link from these referrers. */
describe('a link without tags counts by its referrer', () => {
  test.each([
    ['https://images.google.de/', 'google', 'Organic search | google.com'],
    ['https://accounts.google.co.uk/', 'google', 'Referral | accounts.google.com'],
    ['https://pay.google.com/', 'google', 'Internal | pay.google.com'],
    ['https://mail.yahoo.co.jp/', 'referral', 'E-mail | mail.yahoo.com'],
    ['https://search.aol.co.uk/x', 'referral', 'Organic search | search.aol.com'],
    ['https://search.marginalia.nu/', 'referral', 'Organic search | search.marginalia.nu'],
    ['https://www.microsoft.com/', 'referral', 'Referral | microsoft.com'],
    ['https://mail.ru/', 'referral', 'Referral | mail.ru'],
    ['https://shop.firm.co.uk/a', 'referral', 'Referral | firm.co.uk'],
    ['https://pixelfed.social/', 'referral', 'Organic social | pixelfed.social'],
    ['https://127.0.0.1:8080/', 'referral', 'Referral | 127.0.0.1'],
    ['http://localhost:3000/', 'direct', 'Internal | localhost'],
    ['https://www.own.example/plan', 'direct', 'Internal | own.example'],
    ['android-app://com.instagram.barcelona/', 'instagram', 'Organic social | threads.com'],
    ['android-app://Com.Some.App/', 'referral', 'Referral | com.some.app (app)'],
    ['https://gab.com/', 'referral', 'Organic social | gab.com'],
    ['https://intranet/', 'referral', 'Referral | '],
    ['a-word', 'direct', 'Direct | '],
  ])('%s (%s) is %s', (referrer, source, expected) => {
    expect(shown({ referrer, source, medium: 'organic' })).toBe(expected)
  })
})

describe('a click id means a paid channel, regardless of the tags', () => {
  test.each([
    ['gclid', 'Paid search'],
    ['gbraid', 'Paid search'],
    ['wbraid', 'Paid search'],
    ['gad_campaignid', 'Paid search'],
    ['msclkid', 'Paid search'],
    ['dclid', 'Paid other'],
    ['ttclid', 'Paid social'],
    ['li_fat_id', 'Paid social'],
    ['twclid', 'Paid social'],
  ])('%s is %s', (name, expected) => {
    const ids = [name, 'fbclid']
    expect(arrive({ clickIds: ids, source: 'direct', medium: 'organic' }).channel).toBe(expected)
    expect(arrive({ clickIds: ids, source: 'news', medium: 'email' }).channel).toBe(expected)
  })

  test('fbclid alone does not mean paid, because Meta adds it to unpaid posts', () => {
    expect(
      shown({
        clickIds: ['fbclid'],
        source: 'facebook',
        medium: 'organic',
        referrer: 'https://l.facebook.com/',
      }),
    ).toBe('Organic social | facebook.com')
  })
})

describe('tags decide before the referrer', () => {
  test.each<[Link, string]>([
    [{ source: 'google', medium: 'cpc', campaign: '12345', clickIds: ['gclid'] }, 'Paid search | '],
    [{ source: 'Bing', medium: 'ppc' }, 'Paid search | '],
    [{ source: 'spring', medium: 'cpc', referrer: 'https://www.google.com/' }, 'Paid search | google.com'],
    [{ source: 'someone', medium: 'paid-search' }, 'Paid search | '],
    [{ source: 'fb', medium: 'cpc' }, 'Paid social | '],
    [{ source: 'facebook', medium: 'paid_social' }, 'Paid social | '],
    [{ source: 'someone', medium: 'social_paid' }, 'Paid social | '],
    [{ source: 'tiktok', medium: 'paid' }, 'Paid social | '],
    [{ source: 'youtube', medium: 'cpv' }, 'Paid other | '],
    [{ source: 'youtube', medium: 'cpc' }, 'Paid other | '],
    [{ source: 'someone', medium: 'cpc' }, 'Paid other | '],
    [{ source: 'gdn', medium: 'display' }, 'Paid other | '],
    [{ source: 'retailer', medium: 'retargeting' }, 'Paid other | '],
    [{ source: 'weekly', medium: 'E-Mail' }, 'E-mail | '],
    [{ source: 'spring-newsletter', medium: 'referral' }, 'E-mail | '],
    [{ source: 'mailchimp', medium: '' }, 'E-mail | '],
    [{ source: 'someone', medium: 'snail-mail' }, 'Referral | '],
    [{ source: 'flyer_2', medium: 'qr' }, 'Print and QR | '],
    [{ source: 'royal_mail', medium: 'direct-mail' }, 'Print and QR | '],
    [{ source: 'expo', medium: 'Business Card' }, 'Print and QR | '],
    [{ source: 'the_magazine', medium: '' }, 'Referral | '],
    [{ source: 'facebook', medium: 'social' }, 'Organic social | '],
    [{ source: 'someone', medium: 'social-network' }, 'Organic social | '],
    [{ source: 'someone', medium: 'video' }, 'Video | '],
    [{ source: 'google', medium: 'organic' }, 'Organic search | '],
    [{ source: 'findit', medium: 'organic' }, 'Organic search | '],
    [{ source: 'partner', medium: 'referral' }, 'Referral | '],
    [{ source: 'partner', medium: '', referrer: 'https://partner.example/' }, 'Referral | partner.example'],
    [{ source: 'direct', medium: '', campaign: 'spring' }, 'Referral | '],
    [{ source: '(direct)', medium: '(none)' }, 'Direct | '],
    [{ source: 'spring', medium: 'email', referrer: 'https://buy.stripe.com/' }, 'E-mail | stripe.com'],
  ])('%j is %s', (link, expected) => {
    expect(shown(link)).toBe(expected)
  })
})

test('each name in the list of sources belongs to one row, and so does each site', () => {
  const names = ROWS.flatMap(([, names]) => names.split(' '))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  for (const [name, { kind, site }] of KNOWN) expect([name, KNOWN.get(site)]).toEqual([name, { kind, site }])
})

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc.constantFrom('google', 'direct', 'referral', 'organic', 'cpc', 'chatgpt.com', 'qr'),
)
const anyReferrer = fc.oneof(
  anyText,
  fc.webUrl(),
  fc.domain().map(host => `https://mail.${host}/`),
  fc.constantFrom(...KNOWN.keys()).map(host => `https://a.${host}`),
  fc.constantFrom(...KNOWN.keys()).map(name => `android-app://${name}.x/`),
  fc.ipV6().map(host => `http://[${host}]/`),
)

test('any bytes as referrer give a channel, and the site that an erasure leaves gives the same channel', () => {
  fc.assert(
    fc.property(
      fc.record({ referrer: anyReferrer, source: anyText, medium: anyText, campaign: anyText }),
      fc.subarray([...CLICK_ID_NAMES]),
      (link, clickIds) => {
        const { channel, site } = arrive({ ...link, clickIds })
        expect(CHANNELS).toContain(channel)
        expect(site.length).toBeLessThanOrEqual(255)
        expect(arrive({ ...link, clickIds, referrer: site })).toEqual({ channel, site })
      },
    ),
    { numRuns: 2_000 },
  )
})
