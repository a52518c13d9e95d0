import { describe, expect, test } from 'vitest'
import { orderOf, readDay } from './days.ts'
import { decide } from './decide.ts'

test.each([
  ['2026-02-03', '2026-02-03'],
  ['2026/2/3', '2026-02-03'],
  [' 2026.02.03 ', '2026-02-03'],
  ['2026-02-03 00:00:00', '2026-02-03'],
  ['2026-02-03T00:00', '2026-02-03'],
  ['3/2/2026 0:00', '2026-02-03'],
  ['03.02.2026', '2026-02-03'],
  ['3 Feb 2026', '2026-02-03'],
  ['3-february-2026', '2026-02-03'],
  ['3 Feb., 2026', '2026-02-03'],
  ['Tue, 3 Feb 2026', '2026-02-03'],
  ['Tuesday 3 Feb 2026', '2026-02-03'],
  ['Feb 3, 2026', '2026-02-03'],
  ['Feb. 03 2026', '2026-02-03'],
  ['SEPT 30, 2025', '2025-09-30'],
  ['1000-01-01', '1000-01-01'],
  ['29 Feb 2024', '2024-02-29'],
  ['28-Nov-25', '2025-11-28'],
  ['03.02.26', '2026-02-03'],
  ['20260203', '2026-02-03'],
  ['46056', '2026-02-03'],
  ['3\u00a0Feb\u00a02026', '2026-02-03'],
  ['\u200e3/\u200e2/\u200e2026', '2026-02-03'],
  ['2026-02-03 00:00:00.000 UTC', '2026-02-03'],
  ['2026-02-03T00:00:00-08:00', '2026-02-03'],
  ['3/2/2026 12:00:00 AM', '2026-02-03'],
  ['3. Februar 2026', '2026-02-03'],
  ['Di., 3. Feb. 2026', '2026-02-03'],
  ['03-Mrz-26', '2026-03-03'],
  ['1er févr. 2026', '2026-02-01'],
  ['3 de fevereiro de 2026', '2026-02-03'],
  ['martes, 3 de febrero de 2026', '2026-02-03'],
  ['3 mag 2026', '2026-05-03'],
  ['3 mrt. 2026', '2026-03-03'],
  ['3 lutego 2026 r.', '2026-02-03'],
  ['3 paź 2025', '2025-10-03'],
  ['Mar 3, 2026', '2026-03-03'],
  ...[
    ...[
      '2026-02-29',
      '2026-02-00',
      '2026-00-10',
      '2026-13-01',
      '0999-12-31',
      '2026-02',
      '12026-02-03',
      '2026-02-031',
      '2026-0203',
      '20261302',
      '3 jui 2026',
    ],
    ...['2026-02-03 00:01', '2026-02-03 10:00', '31/6/2026', '103/2/2026', '3/2/20260', '3 Foo 2026'],
    ...['3 Fe 2026', 'Foo 3, 2026', 'Febr3, 2026', 'Feb 32, 2026', 'the 3 Feb 2026', '3 Feb 2026 x', ''],
  ].map(cell => [cell, undefined] as const),
] as const)('%j is %s', (cell, day) => {
  expect(readDay(cell, 'day-first')).toBe(day)
})

test('the month comes first in a date if the column shows it', () => {
  expect(readDay('2/3/2026', 'month-first')).toBe('2026-02-03')
  expect(readDay('13/3/2026', 'month-first')).toBeUndefined()
})

describe('the cells of a column determine the order of day and month', () => {
  const decided = (cells: string[], said?: 'day-first' | 'month-first') => {
    const seen = new Map(cells.map((cell, at) => [orderOf(cell), at] as const).toReversed())
    return decide(seen, ['day-first', 'month-first'], said)
  }
  test.each([
    [['2026-01-02', '1/1/2026', '1/2/2026', '2/3/2026'], { open: 2 }],
    [['12/12/2026'], 'day-first'],
    [['1/2/2026', '13/2/2026'], 'day-first'],
    [['1/2/2026', '2/13/2026'], 'month-first'],
    [['01.02.2026'], 'day-first'],
    [['1/12/2026'], { open: 0 }],
    [['12/1/2026'], { open: 0 }],
    [['1/2/2026', '13/2/2026', '14/2/2026', '2/13/2026', '2/14/2026'], { mixed: [1, 3] }],
  ])('%j', (cells, order) => {
    expect(decided(cells)).toEqual(order)
  })
  test('staff’s choice of day or month first counts if no cell shows it', () => {
    expect(decided(['1/2/2026'], 'month-first')).toEqual('month-first')
    expect(decided(['13/2/2026'], 'month-first')).toEqual('day-first')
  })
})
