import { expect, test } from 'vitest'
import { PRESETS, readRange, whenInWords } from './range.ts'

const read = (address: { range?: string; from?: string; to?: string }) =>
  readRange({ range: '', from: '', to: '', ...address })

test('without a word in the address the figures are of all time', () => {
  expect(read({})).toMatchObject({ preset: 'all', query: {} })
})

test('a preset asks for days back from today, which the server knows', () => {
  expect(PRESETS.map(({ id }) => read({ range: id }).query)).toEqual([
    { days: '1' },
    { days: '7' },
    { days: '30' },
    { days: '90' },
    {},
  ])
})

test('two days of the calendar win over a preset', () => {
  expect(read({ range: '7', from: '2026-02-27', to: '2026-03-01' })).toMatchObject({
    preset: null,
    query: { from: '2026-02-27', to: '2026-03-01' },
    words: expect.stringMatching(/^27 Feb.+1 Mar 2026$/),
  })
})

test('one day of the calendar is a choice like several', () => {
  const day = '2026-03-01'
  expect(read({ from: day, to: day })).toMatchObject({ preset: null, query: { from: day, to: day } })
})

test.each([
  { from: '2026-02-30', to: '2026-03-01' },
  { from: '2026-03-02' },
  { from: '3000-01-01', to: '3000-01-02' },
  { range: 'yesterday' },
  { from: '&source=x', to: '2026-03-01' },
  { from: '0002-11-01', to: '2026-11-22' },
])('%j, typed by hand, counts as not set', address => {
  expect(read(address)).toMatchObject({ preset: 'all', query: {} })
})

test('every preset has a key of its own', () => {
  expect(new Set(PRESETS.map(({ key }) => key)).size).toBe(PRESETS.length)
})

test('two days in the wrong order are put right', () => {
  expect(read({ from: '2026-03-02', to: '2026-03-01' })).toEqual(
    read({ from: '2026-03-01', to: '2026-03-02' }),
  )
})

test('things happen on one day, and in several', () => {
  expect(whenInWords('2026-11-22', '2026-11-22')).toBe('on 22 Nov 2026')
  expect(whenInWords('2026-11-21', '2026-11-22')).toMatch(/^in 21.+22 Nov 2026$/)
})
