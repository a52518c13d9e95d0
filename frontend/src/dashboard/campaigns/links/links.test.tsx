import type { Campaign } from '@firsttouch/api/contract/campaign'
import { expect, test } from 'vitest'
import { campaign } from '../../testing/answers/campaigns.ts'
import { type Given, shown } from '../../testing/shown.tsx'
import { AdDialog, CheckWords } from './ad-dialog.tsx'
import { CampaignLink } from './campaign-link.tsx'
import { QrDialog } from './qr-dialog.tsx'

const DOMAIN = 'https://www.example.com'
const link = (changes: Partial<Campaign> = {}, given: Given = {}) =>
  shown(<CampaignLink campaign={campaign({ generatedUrl: `${DOMAIN}/?utm_source=a`, ...changes })} />, given)

test('a link can be copied and opened, with its short link below', () => {
  expect(link()).toEqual([
    '[Generated URL of Spring Roofs: https://www.example.com/?utm_source=a] [Copy the URL of Spring Roofs] [Open the URL of Spring Roofs in a new tab](https://www.example.com/?utm_source=a) [Use Spring Roofs in an advert]',
    'Short link for print',
    'go.example.com/k7 [Copy the short link of Spring Roofs]',
  ])
  expect(link({ shortUrl: '' })).toHaveLength(1)
})

test('a link to another domain can be fixed unless the campaign is archived or the domain unknown', () => {
  const generatedUrl = 'https://www.example.com.other.org/?utm_source=a'
  const archivedAt = '2026-03-20T10:00:00.000Z'
  expect(link({ generatedUrl })[0]).toMatch(/\[Fix URL\]$/)
  for (const lines of [
    link(),
    link({ generatedUrl, archivedAt }),
    link({ generatedUrl }, { waiting: ['domainConfig'] }),
  ])
    expect(lines.join()).not.toContain('Fix URL')
})

test('a URL that is not http or https cannot be opened', () => {
  expect(link({ generatedUrl: 'javascript:alert(1)' })[0]).not.toContain('Open the URL')
})

test('the QR code shows its target and a text to type instead', () => {
  expect(shown(<QrDialog campaign={campaign()} onClose={() => undefined} />)).toEqual([
    'QR code',
    'Spring Roofs',
    '(QR code that opens https://go.example.com/k7)',
    'https://go.example.com/k7',
    '[ ] Use the full link (its target cannot be changed later)',
    'Short link to type:',
    'go.example.com/k7 [Copy the short link of Spring Roofs]',
    '[Save as SVG] [Save as PNG]',
    '[Close]',
  ])
})

test('an advert’s dialog shows the tags in the platform’s format and a link check', () => {
  const dialog = (given: Partial<Campaign>) =>
    shown(<AdDialog campaign={campaign(given)} onClose={() => undefined} />)
  expect(dialog({}).slice(3)).toEqual([
    'Final URL suffix',
    '[utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs&utm_content=search_ad&utm_term={keyword}] [Copy the Final URL suffix]',
    'Tracking template',
    '[{lpurl}?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs&utm_content=search_ad&utm_term={keyword}] [Copy the Tracking template]',
    '[Check link]',
    '[Close]',
  ])
  expect(dialog({ utmSource: 'facebook' }).join()).toContain('utm_term={{adset.name}}')
})

test('the link check shows the problem and the final address', () => {
  const checked = {
    finalUrl: 'https://x.test/',
    redirects: 0,
    problem: null,
  }
  const words = (given: object) => shown(<CheckWords {...checked} {...given} />).join(' ')
  expect(words({})).toBe('The page works, and all tags arrive.')
  expect(words({ redirects: 1, problem: 'x.test answers 404.' })).toBe(
    'x.test answers 404. After 1 redirect: https://x.test/',
  )
})
