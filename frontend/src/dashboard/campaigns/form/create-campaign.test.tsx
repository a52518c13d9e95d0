import { expect, test } from 'vitest'
import { type CampaignDraft, DraftProvider, useOpenForm } from '../../pieces/shared-draft.tsx'
import { found, shown } from '../../testing/shown.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { CreateCampaign } from './create-campaign.tsx'

const nothing = () => undefined
const card = (draft: CampaignDraft | null) =>
  shown(
    <DraftProvider
      value={{ draft, open: nothing, close: nothing, startWith: nothing, created: null, setCreated: nothing }}
    >
      <CreateCampaign />
    </DraftProvider>,
  )
const form = (draft: CampaignDraft, domain: string | null) =>
  shown(<CampaignForm draft={draft} domain={domain} onDone={nothing} onCreated={nothing} onPrint={nothing} />)

test('the closed card describes its purpose', () => {
  expect(card(null)).toEqual([
    'New Campaign',
    'A tagged link whose clicks and conversions are counted',
    '[Create New Campaign, closed]',
  ])
  expect(card({})).toEqual(['New Campaign', '[Create New Campaign, open]'])
})

test('the form offers every tag and previews the link', () => {
  const draft = { name: 'Spring Roofs', utmSource: 'google', utmMedium: 'cpc', adAssetDescription: 'Text Ad' }
  const lines = form(draft, 'https://www.example.com')
  expect(lines.filter(line => !/^(\[|Ad Asset)/.test(line))).toEqual([
    'Campaign Name* []',
    'Campaign Date* []',
    'Platform* [*Choose a platform*, Facebook Ads Manager, Google Ads, Instagram Ads, TikTok Ads, YouTube Ads, LinkedIn Ads, Twitter Ads, Microsoft Advertising, Mailchimp, Klaviyo]',
    'Source* [*Choose a source*, Facebook, Google, Instagram, TikTok, YouTube, LinkedIn, Twitter, Bing, Direct mail, E-mail, Other sites]',
    'Medium* [*Choose a medium*, Paid clicks (CPC), Paid views (CPM), Display ads, Video, Social, E-mail, Unpaid, Other sites, Affiliate, Print]',
    'Term (optional) []',
    'Internal Notes (optional) []',
    'Link: https://www.example.com/?utm_source=google&utm_medium=cpc&utm_campaign=spring_roofs&utm_content=text_ad',
  ])
  expect(form({ ...draft, name: '!' }, 'https://www.example.com')).toContain(
    'Link: appears as you type the name',
  )
  expect(form(draft, null)).toContain('Link: appears as you type the name')
})

test('the form names the tag that it adopts', () => {
  expect(form({ name: 'Spring Roofs', adoptTag: 'Spring-Roofs' }, null)).toContain(
    'Clicks with the tag Spring-Roofs count for this campaign, even if you give it another name.',
  )
  expect(form({ name: 'Spring Roofs' }, null).join()).not.toContain('count for this campaign')
})

test('the form is available only inside its provider', () => {
  expect(() => found(useOpenForm)).toThrow('useSharedDraft needs a DraftProvider')
  const around = (
    <DraftProvider
      value={{
        draft: null,
        open: nothing,
        close: nothing,
        startWith: nothing,
        created: null,
        setCreated: nothing,
      }}
    >
      around
    </DraftProvider>
  )
  expect(shown(around)).toEqual(['around'])
})
