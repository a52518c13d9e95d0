import { expect, test } from 'vitest'
import { found, type Given } from '../testing/shown.tsx'
import { useNewLeads } from './use-new-leads.ts'

const SINCE = '2026-03-29T10:00:00.000Z'
const counted = (page: Parameters<typeof useNewLeads>[0], given: Given = {}) =>
  found(() => useNewLeads(page), { stored: { 'leads-looked-at': SINCE }, ...given })

test('new leads are counted unless their list is visible', () => {
  expect(counted('traffic')).toBe(4)
  expect([counted('overview'), counted('leads')]).toEqual([0, 0])
  expect(counted('leads', { isInView: false })).toBe(4)
  expect(counted('traffic', { waiting: 'all' })).toBe(0)
})

test('new leads are counted since staff last saw the list', () => {
  const asked: unknown[] = []
  counted('traffic', {
    answers: {
      newLeads: ({ query }) => {
        asked.push(query)
        return { count: 4, at: SINCE }
      },
    },
  })
  expect(asked).toEqual([{ since: SINCE }])
})
