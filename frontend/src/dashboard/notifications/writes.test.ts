import { expect, test } from 'vitest'
import { working } from '../testing/writing.ts'
import { useChoiceForm } from './choice-form.tsx'

test.each([
  [{ email: 'ada@example.com', kinds: ['lead' as const] }, 'Saved: Notifications go to ada@example.com.'],
  [{ email: 'ada@example.com', kinds: [] }, 'Saved: You get no e-mail notifications.'],
  [{ email: '', kinds: ['lead' as const] }, 'Saved: You get no e-mail notifications.'],
])('the choice %j is saved and its effect confirmed', async (own, words) => {
  const { hook, sent, told } = working(() => useChoiceForm(own))
  await hook.submit()
  await expect.poll(told).toBe(words)
  expect(sent).toEqual([`PUT /api/admin/notifications ${JSON.stringify(own)}`])
})

test('an invalid address is not sent', async () => {
  const { hook, sent } = working(() => useChoiceForm({ email: 'ada', kinds: [] }))
  await hook.submit()
  expect(sent).toEqual([])
})
