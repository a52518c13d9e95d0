import type { Campaign } from '@firsttouch/api/contract/campaign'
import { expect, test } from 'vitest'
import { campaign } from '../../testing/answers/campaigns.ts'
import { shown } from '../../testing/shown.tsx'
import { CampaignLink } from './campaign-link.tsx'
import { QrDialog } from './qr-dialog.tsx'

const DOMAIN = 'https://www.example.com'
const link = (given: Partial<Campaign> = {}, domain: string | null = DOMAIN) =>
  shown(
    <CampaignLink
      campaign={campaign({ generatedUrl: `${DOMAIN}/?utm_source=a`, ...given })}
      domain={domain}
    />,
  )

test('a link is copied, opened and printed, and a short one stands beneath it where there is one', () => {
  expect(link()).toEqual([
    '[Generated URL of Spring Roofs: https://www.example.com/?utm_source=a] [Copy the URL of Spring Roofs] [Open the URL of Spring Roofs in a new tab](https://www.example.com/?utm_source=a) [QR code of Spring Roofs]',
    'Short link for print',
    'go.example.com/k7 [Copy the short link of Spring Roofs]',
  ])
  expect(link({ shortUrl: '' })).toHaveLength(1)
})

test('a link that leads elsewhere can be fixed, unless its campaign is put away or the domain not known', () => {
  const generatedUrl = 'https://www.example.com.other.org/?utm_source=a'
  const archivedAt = '2026-03-20T10:00:00.000Z'
  expect(link({ generatedUrl })[0]).toMatch(/\[Fix URL\]$/)
  for (const lines of [link(), link({ generatedUrl, archivedAt }), link({ generatedUrl }, null)])
    expect(lines.join()).not.toContain('Fix URL')
})

test('what is no web address is not opened', () => {
  expect(link({ generatedUrl: 'javascript:alert(1)' })[0]).not.toContain('Open the URL')
})

test('the code for print says where it leads and what to type instead', () => {
  expect(shown(<QrDialog campaign={campaign()} onClose={() => undefined} />)).toEqual([
    'QR code',
    'Spring Roofs',
    '(QR code that opens https://www.example.com/?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs)',
    'https://www.example.com/?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs',
    'For print, short enough to be typed:',
    'go.example.com/k7 [Copy the short link of Spring Roofs]',
    '[Save as SVG] [Save as PNG]',
    '[Close]',
  ])
})
