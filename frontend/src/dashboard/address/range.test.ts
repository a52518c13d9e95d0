import { periodQuery } from '@firsttouch/api/contract/range'
import { expect, test } from 'vitest'
import { PRESETS, readRange, whenInWords } from './range.ts'

const read = (address: { range?: string; from?: string; to?: string; compare?: string }) =>
  readRange({ range: '', from: '', to: '', compare: '', ...address })

test('an address without a range means all time', () => {
  expect(read({})).toMatchObject({ preset: 'all', query: {} })
})

test('the server accepts the days of every preset', () => {
  for (const { id } of PRESETS)
    expect(periodQuery.safeParse(read({ range: id }).query).success, id).toBe(true)
})

test.each([
  ['today', '1', 'Today', 'today'],
  ['7', '7', 'Last 7 days', 'the last 7 days'],
  ['30', '30', 'Last 30 days', 'the last 30 days'],
  ['90', '90', 'Last 90 days', 'the last 90 days'],
])('the preset %s asks for as many days as its label says', (id, days, label, words) => {
  expect(PRESETS.find(preset => preset.id === id)).toMatchObject({ label, words })
  expect(read({ range: id })).toMatchObject({ preset: id, words, query: { days } })
})

test.each(['week', 'month', 'quarter', 'year'])(
  'the presets of this and the last %s ask for the period of their label',
  unit => {
    for (const which of ['This', 'Last']) {
      const id = `${which.toLowerCase()}-${unit}`
      expect(PRESETS.find(preset => preset.id === id)).toMatchObject({ label: `${which} ${unit}` })
      expect(read({ range: id }).query).toEqual({ period: id })
    }
  },
)

test('the query names a comparison only if it is not the previous period', () => {
  expect(read({ range: '7', compare: 'year' })).toMatchObject({
    compare: 'year',
    query: { days: '7', compare: 'year' },
  })
  for (const compare of ['', 'days', 'moon'])
    expect(read({ range: '7', compare }).query).toEqual({ days: '7' })
})

test('a date range takes precedence over a preset', () => {
  expect(read({ range: '7', from: '2026-02-27', to: '2026-03-01' })).toMatchObject({
    preset: null,
    query: { from: '2026-02-27', to: '2026-03-01' },
    words: expect.stringMatching(/^27 Feb.+1 Mar 2026$/),
  })
})

test('a date range may be one day', () => {
  const day = '2026-03-01'
  expect(read({ from: day, to: day })).toMatchObject({ preset: null, query: { from: day, to: day } })
})

test.each([
  { from: '2026-02-30', to: '2026-03-01' },
  { from: '2026-03-02' },
  { from: '3000-01-01', to: '3000-01-02' },
  { range: 'tomorrow' },
  { from: '&source=x', to: '2026-03-01' },
  { from: '0002-11-01', to: '2026-11-22' },
])('an invalid range in the address is ignored: %j', address => {
  expect(read(address)).toMatchObject({ preset: 'all', query: {} })
})

test('no two presets share a key', () => {
  const keys = PRESETS.flatMap(({ key }) => key ?? [])
  expect(keys).toHaveLength(5)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a reversed date range is put in order', () => {
  expect(read({ from: '2026-03-02', to: '2026-03-01' })).toEqual(
    read({ from: '2026-03-01', to: '2026-03-02' }),
  )
})

test('a date is written with "on", and a range with "in"', () => {
  expect(whenInWords('2026-11-22', '2026-11-22')).toBe('on 22 Nov 2026')
  expect(whenInWords('2026-11-21', '2026-11-22')).toMatch(/^in 21.+22 Nov 2026$/)
})
