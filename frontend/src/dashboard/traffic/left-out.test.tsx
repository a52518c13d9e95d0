import { expect, test } from 'vitest'
import { ANALYTICS } from '../testing/answers/figures.ts'
import { shown } from '../testing/shown.tsx'
import { LeftOut } from './traffic.tsx'

const lines = (at: string, leftOut = ANALYTICS.leftOut) =>
  shown(<LeftOut />, { at, answers: { analytics: { ...ANALYTICS, leftOut } } }).join('\n')

test('the note lists excluded visits, and one click includes suspicious visits', () => {
  const without = lines('/admin/traffic')
  expect(without).toContain(
    'Not counted: 37 visits by your own people, 412 visits by bots, 120 suspicious visits.',
  )
  expect(without).toContain('Count suspicious visits')
  const with_ = lines('/admin/traffic?suspicious=with')
  expect(with_).toContain(
    'Counted: 120 suspicious visits. Not counted: 37 visits by your own people, 412 visits by bots.',
  )
  expect(with_).toContain('Leave suspicious visits out')
})

test('without excluded visits there is no note, but suspicious visits can be excluded again', () => {
  const nothing = { bots: 0, internal: 0, suspicious: 0 }
  expect(lines('/admin/traffic', nothing)).toBe('')
  expect(lines('/admin/traffic?suspicious=with', nothing)).toContain('Leave suspicious visits out')
  expect(lines('/admin/traffic', { ...nothing, internal: 1 })).toBe(
    'Not counted: 1 visit by your own people.',
  )
})
