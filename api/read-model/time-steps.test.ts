import { describe, expect, test } from 'vitest'
import { addDays, type Period } from './report-days.ts'
import { openStep, type Steps, stepsOf } from './time-steps.ts'

const LONDON = 'Europe/London'
const daysFrom = (from: string, days: number): Period => ({ from, to: addDays(from, days - 1), days })
const startsOf = ({ starts }: Steps) => starts.map(at => at.toISOString())
const secondsAt = (iso: string) => String(Date.parse(iso) / 1000)

test.each([
  [1, 'hour', 24],
  [2, 'hour', 48],
  [3, 'day', 3],
  [400, 'day', 400],
  [401, 'month', 14],
] as const)('%i days are charted by the %s, in %i steps', (days, step, count) => {
  const steps = stepsOf(daysFrom('2025-01-01', days), LONDON)
  expect([steps.step, steps.starts.length]).toEqual([step, count])
})

describe('hours', () => {
  test('a row counts in its hour, and a row of another day in no hour', () => {
    const steps = stepsOf(daysFrom('2026-03-28', 1), LONDON)
    const index = (at: string) => steps.indexOf(secondsAt(at))
    expect(index('2026-03-28T00:00:00Z')).toBe(0)
    expect(index('2026-03-28T09:45:00Z')).toBe(9)
    expect(index('2026-03-28T23:45:00Z')).toBe(23)
    expect([index('2026-03-27T23:45:00Z'), index('2026-03-29T00:00:00Z')]).toEqual([undefined, undefined])
  })

  test.each([
    [1, '2026-03-27T09:45:00Z', 9],
    [2, '2026-03-26T09:45:00Z', 9],
    // The period has 47 hours, because the hour 01:00 of 29 March is skipped.
    [2, '2026-03-27T09:45:00Z', 32],
    [2, '2026-03-28T09:45:00Z', undefined],
    [1, '2026-03-26T09:45:00Z', undefined],
  ])('of %i days, a row at %s of the previous period is matched with hour %j', (days, at, index) => {
    expect(stepsOf(daysFrom('2026-03-28', days), LONDON).indexBefore(secondsAt(at))).toBe(index)
  })

  test('if clocks skip an hour in the period, that hour of the comparison is matched with the hour before', () => {
    const skipped = (day: string, zone: string, at: string) =>
      stepsOf(daysFrom(day, 1), zone).indexBefore(secondsAt(at))
    expect(skipped('2026-03-29', LONDON, '2026-03-28T01:30:00Z')).toBe(0)
    expect(skipped('2026-03-29', LONDON, '2026-03-28T02:30:00Z')).toBe(1)
    // Midnight is skipped.
    expect(skipped('2025-04-25', 'Africa/Cairo', '2025-04-23T22:30:00Z')).toBe(0)
    expect(skipped('2025-04-25', 'Africa/Cairo', '2025-04-23T23:30:00Z')).toBe(0)
  })

  test('when clocks are set back, the first of the two equal hours has a comparison and the second has none', () => {
    const steps = stepsOf(daysFrom('2026-10-25', 1), LONDON)
    const before = (at: number) => steps.startBefore(at)?.toISOString() ?? null
    expect(steps.starts).toHaveLength(25)
    expect([before(0), before(1), before(2), before(3), before(24)]).toEqual([
      '2026-10-23T23:00:00.000Z',
      '2026-10-24T00:00:00.000Z',
      null,
      '2026-10-24T01:00:00.000Z',
      '2026-10-24T22:00:00.000Z',
    ])
  })

  test('an hour that was skipped the day before has no comparison', () => {
    const steps = stepsOf(daysFrom('2026-03-30', 1), LONDON)
    expect([0, 1, 2].map(at => steps.startBefore(at)?.toISOString() ?? null)).toEqual([
      '2026-03-29T00:00:00.000Z',
      null,
      '2026-03-29T01:00:00.000Z',
    ])
  })

  test('a day of 23 and a half hours includes the last half hour', () => {
    // Lord Howe Island moves its clocks by half an hour.
    const steps = stepsOf(daysFrom('2026-10-04', 1), 'Australia/Lord_Howe')
    expect(steps.starts).toHaveLength(24)
    expect(steps.starts[0]?.toISOString()).toBe('2026-10-03T13:30:00.000Z')
  })
})

test('each day begins at its local midnight, and is matched with a day of the comparison period', () => {
  const steps = stepsOf(daysFrom('2026-03-28', 3), LONDON)
  expect(startsOf(steps)).toEqual([
    '2026-03-28T00:00:00.000Z',
    '2026-03-29T00:00:00.000Z',
    '2026-03-29T23:00:00.000Z',
  ])
  expect(['2026-03-27', '2026-03-28', '2026-03-30', '2026-03-31'].map(steps.indexOf)).toEqual([
    undefined,
    0,
    2,
    undefined,
  ])
  expect(['2026-03-24', '2026-03-25', '2026-03-27', '2026-03-28'].map(steps.indexBefore)).toEqual([
    undefined,
    0,
    2,
    undefined,
  ])
  expect(steps.startBefore(2)?.toISOString()).toBe('2026-03-27T00:00:00.000Z')
})

test('the first step begins with the period, each later one with its month, and months have no comparison', () => {
  const steps = stepsOf({ from: '2024-11-15', to: '2026-01-01', days: 413 }, LONDON)
  const starts = startsOf(steps)
  expect([starts.length, starts[0], starts[1], starts.at(-1)]).toEqual([
    15,
    '2024-11-15T00:00:00.000Z',
    '2024-12-01T00:00:00.000Z',
    '2026-01-01T00:00:00.000Z',
  ])
  expect(['2024-10-01', '2024-11-01', '2026-01-01', '2026-02-01'].map(steps.indexOf)).toEqual([
    undefined,
    0,
    14,
    undefined,
  ])
  expect([steps.indexBefore('2024-11-01'), steps.startBefore(0)]).toEqual([undefined, null])
})

test.each([
  ['2026-03-27', '2026-03-29T12:00:00.000Z', '2026-03-29T00:00:00.000Z'],
  ['2026-03-27', '2026-03-29T00:00:00.000Z', '2026-03-29T00:00:00.000Z'],
  // The first step of a future period is open. A past period has no open step.
  ['2026-04-10', '2026-03-29T12:00:00.000Z', '2026-04-09T23:00:00.000Z'],
  ['2026-03-26', '2026-03-29T12:00:00.000Z', null],
])('of three days from %s the open step at %s began at %j', (from, now, start) => {
  const period = daysFrom(from, 3)
  expect(openStep(stepsOf(period, LONDON), period, '2026-03-29', new Date(now))).toBe(start)
})
