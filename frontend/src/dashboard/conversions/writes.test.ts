import { PASSWORD_NEEDED } from '@firsttouch/api/contract/problem'
import { expect, test } from 'vitest'
import { useAdminFile } from '../data/writes.ts'
import { CONVERSIONS } from '../testing/answers/settings.ts'
import { working } from '../testing/writing.ts'
import { useNewCredential, useRevokeCredential } from './conversions.tsx'

const [credential] = CONVERSIONS.credentials
if (!credential) throw new Error('There is none')

test('a credential is made for its platform', async () => {
  const { hook, sent } = working(() => useNewCredential('microsoft-advertising', () => undefined))
  hook.mutate()
  await expect
    .poll(() => sent)
    .toEqual(['POST /api/admin/conversion-credentials {"platform":"microsoft-advertising"}'])
})

test('a credential is revoked only after a confirmation', async () => {
  const kept = working(() => useRevokeCredential({ credential }), { means: false })
  kept.hook.run()
  expect([kept.asked, kept.sent]).toEqual([
    ['Revoke the credential ads-fetcher? Its platform can then no longer download files.'],
    [],
  ])
  const { hook, sent, told } = working(() => useRevokeCredential({ credential }))
  hook.run()
  await expect.poll(told).toBe('Revoked: The credential ads-fetcher no longer works.')
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
