import { PASSWORD_NEEDED } from '@firsttouch/api/contract/problem'
import { expect, test } from 'vitest'
import { useAdminFile } from '../data/writes.ts'
import { CONVERSIONS } from '../testing/answers/settings.ts'
import { working } from '../testing/writing.ts'
import { useCredentials } from './platform.tsx'

const [credential] = CONVERSIONS.credentials
if (!credential) throw new Error('There is none')

test('a credential is created for its platform', async () => {
  const { hook, sent } = working(() => useCredentials('microsoft-advertising'))
  hook.create()
  await expect
    .poll(() => sent)
    .toEqual(['POST /api/admin/conversion-credentials {"platform":"microsoft-advertising"}'])
})

test('a credential is revoked only after confirmation', async () => {
  const kept = working(() => useCredentials('google-ads'), { means: false })
  kept.hook.revoke(credential)
  expect([kept.asked, kept.sent]).toEqual([
    ['Are you sure you want to revoke ads-fetcher? Its platform can then no longer download files.'],
    [],
  ])
  const { hook, sent, told } = working(() => useCredentials('google-ads'))
  hook.revoke(credential)
  await expect.poll(told).toBe('Credential Revoked: ads-fetcher can no longer download files.')
  expect(sent).toEqual([`DELETE /api/admin/conversion-credentials/${credential.id} {}`])
})

test('a failed download is reported', async () => {
  const failed = working(() => useAdminFile('conversions/google-ads.csv', 'conversions'), { status: 503 })
  failed.hook.mutate({})
  await expect.poll(failed.told).toMatch(/^Failed to export conversions: /)
  expect(failed.sent).toEqual(['POST /api/admin/conversions/google-ads.csv {}'])
})

test('a download that needs the password again reports no failure', async () => {
  const refused = working(() => useAdminFile('conversions/google-ads.csv', 'conversions'), {
    status: 403,
    answer: { type: PASSWORD_NEEDED },
  })
  await expect(refused.hook.mutateAsync({})).rejects.toThrow('403')
  expect(refused.told()).toBe('')
})
