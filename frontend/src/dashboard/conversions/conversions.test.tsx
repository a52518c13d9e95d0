import { expect, test } from 'vitest'
import { CONVERSIONS } from '../testing/answers/settings.ts'
import { shown } from '../testing/shown.tsx'
import { Conversions, NewCredential } from './conversions.tsx'
import { RulesForm } from './rules-form.tsx'

const done = () => undefined

test('each platform has its own count and its own credentials', () => {
  expect(shown(<Conversions />)).toEqual([
    'Conversions for ad platforms',
    'On',
    'Each file holds every conversion whose click had a click id and is at most 90 days old. A platform counts each of them once. If you set a lead’s status back before a platform reads the file, its conversion is left out.',
    'Google Ads',
    '21 conversions, 4 left out: clicked more than 90 days ago [Download CSV] [New credential]',
    'The users below can download https://firsttouch.example/api/conversions/google-ads.csv:',
    'ads-fetcher made by ada on 2 Mar 2026, 08:00, last used 29 Mar 2026, 06:00 [Revoke the credential ads-fetcher]',
    'Microsoft Advertising',
    '1 conversion [Download CSV] [New credential]',
    'The users below can download https://firsttouch.example/api/conversions/microsoft-advertising.csv:',
    'bing-fetcher made by ben on 3 Mar 2026, 08:00, not used yet [Revoke the credential bing-fetcher]',
  ])
})

test('without click ids the conversions have no settings', () => {
  expect(shown(<Conversions />, { answers: { conversions: { ...CONVERSIONS, clickIds: false } } })).toEqual([
    'Conversions for ad platforms',
    'Off',
    'The click ids of Google and Microsoft are not stored, so conversions cannot be reported to them. An operator can turn on the storage of click ids. The site’s pages then tell visitors about it.',
  ])
})

test('a platform without conversions or credentials shows 0 conversions', () => {
  const lines = shown(<Conversions />, {
    answers: { conversions: { ...CONVERSIONS, offered: [], credentials: [] } },
  })
  expect(lines.filter(line => line.startsWith('0 conversions'))).toHaveLength(2)
  expect(lines.join()).not.toContain('The users below')
})

test('the form has a line for each kind of conversion', () => {
  expect(shown(<RulesForm settings={CONVERSIONS} />)).toEqual([
    'Lead set to qualified',
    '[ ] Lead set to qualified',
    'Name of the conversion action in the platform []',
    'Value in GBP (optional) []',
    'Lead set to closed',
    '[ ] Lead set to closed',
    'Name of the conversion action in the platform []',
    'Value in GBP (optional) []',
    'Onboarding sent',
    '[ ] Onboarding sent',
    'Name of the conversion action in the platform []',
    'Value in GBP (optional) []',
    '[Save conversions]',
  ])
})

test('a new credential is shown with its password, once', () => {
  const [credential] = CONVERSIONS.credentials
  if (!credential) throw new Error('There is none')
  expect(
    shown(<NewCredential made={{ ...credential, password: 'three more words' }} onDone={done} />),
  ).toEqual([
    'Copy the password now: it is shown only once.',
    'three more words',
    'Address: https://firsttouch.example/api/conversions/google-ads.csv',
    'User name: ads-fetcher',
    '[Copy] [I have copied it]',
  ])
})
