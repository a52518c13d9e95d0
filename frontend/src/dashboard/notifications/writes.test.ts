import { expect, test } from 'vitest'
import { working } from '../testing/writing.ts'
import { useChoiceForm } from './choice-form.tsx'

test.each([
  [{ email: 'ada@example.com', kinds: ['lead' as const] }, 'Saved: You are told at ada@example.com.'],
  [{ email: 'ada@example.com', kinds: [] }, 'Saved: You are told of nothing by e-mail.'],
  [{ email: '', kinds: ['lead' as const] }, 'Saved: You are told of nothing by e-mail.'],
])('%j is saved, and it is said what comes of it', async (own, words) => {
  const { hook, sent, told } = working(() => useChoiceForm(own))
  await hook.submit()
  await expect.poll(told).toBe(words)
  expect(sent).toEqual([`PUT /api/admin/notifications ${JSON.stringify(own)}`])
})

test('what is no address is not sent', async () => {
  const { hook, sent } = working(() => useChoiceForm({ email: 'ada', kinds: [] }))
  await hook.submit()
  expect(sent).toEqual([])
})
