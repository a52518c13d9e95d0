import { expect, test } from 'vitest'
import { found, type Given } from '../testing/shown.tsx'
import { useNewLeads } from './use-new-leads.ts'

const SINCE = '2026-03-29T10:00:00.000Z'
const counted = (page: Parameters<typeof useNewLeads>[0], given: Given = {}) =>
  found(() => useNewLeads(page), { stored: { 'leads-looked-at': SINCE }, ...given })

test('leads that came are news where the list of them is not before somebody’s eyes', () => {
  expect(counted('traffic')).toBe(4)
  expect([counted('overview'), counted('leads')]).toEqual([0, 0])
  expect(counted('leads', { isInView: false })).toBe(4)
  expect(counted('traffic', { waiting: 'all' })).toBe(0)
})

test('they are counted since somebody last looked', () => {
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
