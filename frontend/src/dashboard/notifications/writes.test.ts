import { expect, test } from 'vitest'
import { working } from '../testing/writing.ts'
import { useChoiceForm } from './choice-form.tsx'

test.each([
  [{ email: 'ada@example.com', kinds: ['lead' as const] }, 'Saved: Notifications go to ada@example.com.'],
  [{ email: 'ada@example.com', kinds: [] }, 'Saved: You get no e-mail notifications.'],
  [{ email: '', kinds: ['lead' as const] }, 'Saved: You get no e-mail notifications.'],
])('after saving %j the toast says where notifications go', async (own, words) => {
  const { hook, sent, told } = working(() => useChoiceForm(own, true))
  await hook.submit()
  await expect.poll(told).toBe(words)
  expect(sent).toEqual([`PUT /api/admin/notifications ${JSON.stringify(own)}`])
})

test('an invalid address is not sent', async () => {
  const { hook, sent } = working(() => useChoiceForm({ email: 'ada', kinds: [] }, true))
  await hook.submit()
  expect(sent).toEqual([])
})

test('while mail is off, the toast says that notifications start later', async () => {
  const own = { email: 'ada@example.com', kinds: ['lead' as const] }
  const { hook, told } = working(() => useChoiceForm(own, false))
  await hook.submit()
  await expect.poll(told).toBe('Saved: Notifications go to ada@example.com once mail is switched on.')
})
