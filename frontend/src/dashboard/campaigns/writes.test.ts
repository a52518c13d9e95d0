import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from '../pieces/copy-text.ts'
import { useDraft } from '../pieces/shared-draft.tsx'
import { campaign } from '../testing/answers/campaigns.ts'
import { working } from '../testing/writing.ts'
import { useCampaignEdit } from './campaign-edit.tsx'
import { useCampaignForm } from './form/campaign-form.tsx'

const nothing = () => undefined
afterEach(() => vi.unstubAllGlobals())

test('a campaign is saved at the version that was opened, and its state stays', async () => {
  const one = campaign({ id: 'c1', version: 7 })
  const { hook, sent, told } = working(() => useCampaignEdit(one, nothing), { answer: { name: 'Summer' } })
  await hook.submit()
  await expect.poll(told).toBe('Campaign Updated: Summer is saved.')
  expect(sent).toEqual([
    'PATCH /api/admin/campaigns/c1 {"name":"Spring Roofs","date":"2026-03-01","notes":"Ends in May.","version":7}',
  ])
})

const draft = {
  name: 'Roofs',
  date: '2026-03-01',
  platform: 'Google Ads',
  utmSource: 'google',
  utmMedium: 'cpc',
}
const form = (given: object, domain: string | null = 'https://x.example') =>
  working(
    () => useCampaignForm({ draft: given, domain, onDone: nothing, onCreated: nothing, onPrint: nothing }),
    { answer: { id: 'c9', name: 'Roofs' } },
  )

test('a new campaign is created with the previewed link', async () => {
  const { hook, sent, told } = form(draft)
  expect(hook.link).toBe('https://x.example/?utm_source=google&utm_medium=cpc&utm_campaign=roofs')
  await hook.submit()
  await expect.poll(told).toBe('Campaign Created: Roofs is ready; its link is in the list below.')
  expect(sent[0]).toMatch(/^POST \/api\/admin\/campaigns \{/)
  expect(sent[0]).toContain(`"generatedUrl":"${hook.link}"`)
})

test('missing fields are reported before any request', async () => {
  const { hook, sent, told } = form({ ...draft, platform: '' })
  await hook.submit()
  expect(told()).toMatch(/^Missing Required Fields: Please fill in all required fields/)
  expect(sent).toEqual([])
})

test('a name without a letter is not a missing field', async () => {
  const { hook, sent, told } = form({ ...draft, name: '!' })
  await hook.submit()
  expect([told(), sent]).toEqual(['', []])
})

test('copying a link is confirmed, or its failure reported', async () => {
  const { told } = working(useDraft)
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } })
  await copyText('https://x.example/?a')
  expect([copied, told()]).toEqual([['https://x.example/?a'], 'URL Copied: https://x.example/?a'])
  vi.stubGlobal('navigator', {})
  await copyText('https://x.example/?a')
  expect(told()).toMatch(/^Could not copy: The browser does not allow it here/)
})
