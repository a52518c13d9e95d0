import { expect, test } from 'vitest'
import { working } from '../testing/writing.ts'
import { useDomainForm } from './domain-form.tsx'

test('a domain is saved, stored in the browser and confirmed', async () => {
  let done = 0
  const { hook, sent, told, kept } = working(() =>
    useDomainForm({ current: 'https://www.example.com/', onDone: () => (done += 1) }),
  )
  await hook.submit()
  await expect
    .poll(told)
    .toMatch(/^Domain Updated: New campaign links start with https:\/\/www\.example\.com\./)
  expect(sent).toEqual(['POST /api/admin/domain-config {"domain":"https://www.example.com"}'])
  expect([kept, done]).toEqual([{ utm_domain_config: 'https://www.example.com' }, 1])
})

test('an invalid domain is not sent, and a refused one is not stored', async () => {
  const half = working(() => useDomainForm({ current: 'example', onDone: () => undefined }))
  await half.hook.submit()
  expect(half.sent).toEqual([])
  const refused = working(() => useDomainForm({ current: 'https://x.example', onDone: () => undefined }), {
    status: 400,
  })
  await refused.hook.submit()
  await expect.poll(refused.told).toMatch(/^Failed to update domain: /)
  expect(refused.kept).toEqual({})
})

test('a change of the domain warns about campaign links that still lead to the old domain', async () => {
  const { hook, told } = working(() =>
    useDomainForm({ current: 'https://new.example.org', onDone: () => undefined }),
  )
  await hook.submit()
  await expect
    .poll(told)
    .toBe(
      'Domain Updated: New campaign links start with https://new.example.org. The links and short links of 2 campaigns still lead to the old domain. Fix them under Campaigns.',
    )
})
