import { expect, test } from 'vitest'
import { useInbox } from '../pieces/inbox/use-inbox.ts'
import { lead } from '../testing/answers/people.ts'
import { working } from '../testing/writing.ts'
import { useBulkChange, useStatusChange } from './use-lead-change.ts'

const change = { leadIds: ['a', 'b'], change: { status: 'closed' as const } }

test('a bulk change is sent at once and reports its count', async () => {
  let cleared = 0
  const { hook, sent, told, offer } = working(() => useBulkChange(() => (cleared += 1)), {
    answer: { changed: 2, undoToken: 't', restored: 2, kept: 0 },
  })
  hook.mutate(change)
  await expect.poll(told).toBe('Leads Updated: 2 leads changed.')
  expect(sent).toEqual([`POST /api/admin/leads/bulk-change ${JSON.stringify(change)}`])
  expect(cleared).toBe(1)
  offer()?.run()
  await expect.poll(told).toBe('Change undone: 2 leads are as before.')
  expect(sent.at(-1)).toBe('POST /api/admin/leads/bulk-change/undo {"undoToken":"t"}')
})

test('a bulk change without effect says so and cannot be undone', async () => {
  const { hook, told, offer } = working(() => useBulkChange(() => undefined), {
    answer: { changed: 0, undoToken: 't' },
  })
  hook.mutate(change)
  await expect
    .poll(told)
    .toBe('Leads Updated: Nothing to change: all selected leads already have these values.')
  expect(offer()).toBeUndefined()
})

test('a change of one lead is sent with the version that the user saw and can be undone', async () => {
  const { hook, sent, told, offer } = working(() => useStatusChange(lead({ version: 3 })), {
    answer: { changed: 1, undoToken: 't', restored: 1, kept: 0 },
  })
  hook.choose('contacted')
  await expect.poll(told).toBe('Lead Updated: Jo Bloggs is now contacted')
  const body = { leadIds: [lead().id], change: { status: 'contacted' }, versions: [3] }
  expect(sent).toEqual([`POST /api/admin/leads/bulk-change ${JSON.stringify(body)}`])
  expect(offer()?.words).toBe('Undo')
  offer()?.run()
  await expect.poll(told).toBe('Change undone: 1 lead is as before.')
  expect(sent.at(-1)).toBe('POST /api/admin/leads/bulk-change/undo {"undoToken":"t"}')
})

const inbox = (server: Parameters<typeof working>[1]) =>
  working(
    () =>
      useInbox(
        { read: 'leads', noun: 'leads', ids: 'leadIds' },
        { loaded: ['a'], total: 1, filter: { q: 'x' } },
      ),
    server,
  )

test('a deletion needs confirmation', () => {
  const { hook, asked, sent } = inbox({ means: false })
  hook.deleteChosen()
  expect([asked, sent]).toEqual([['Are you sure you want to delete 0 leads?'], []])
})

test('a deletion reports its count and can be undone', async () => {
  const { hook, sent, told, offer } = inbox({ answer: { deleted: 3, undoToken: 't', restored: 3 } })
  hook.deletion.remove.mutate({ leadIds: ['a'] })
  await expect.poll(told).toBe('Leads Deleted: 3 leads deleted. The filter Deleted shows them for 30 days.')
  expect(sent).toEqual(['DELETE /api/admin/leads/bulk-delete {"leadIds":["a"]}'])
  expect(offer()?.words).toBe('Undo')
  offer()?.run()
  await expect.poll(told).toBe('Leads Restored: 3 leads are back.')
  expect(sent.at(-1)).toBe('POST /api/admin/leads/restore {"undoToken":"t"}')
  hook.deletion.restore.mutate({ leadIds: ['a'] })
  await expect.poll(() => sent.at(-1)).toBe('POST /api/admin/leads/bulk-restore {"leadIds":["a"]}')
})

test('an export without a selection is not requested, and the toast offers to export all matches', async () => {
  const { hook, sent, told, offer } = inbox({})
  hook.exportChosen()
  expect([told(), sent]).toEqual(['No Leads Selected: Please select leads to export.', []])
  expect(offer()?.words).toBe('Export all 1 lead')
  offer()?.run()
  await expect.poll(() => sent).toEqual(['POST /api/admin/leads.csv {"filter":{"q":"x"},"expectedCount":1}'])
})

test('a fully loaded selection is sent by ids', () => {
  expect(inbox({}).hook.chosen()).toEqual({ leadIds: [] })
})
