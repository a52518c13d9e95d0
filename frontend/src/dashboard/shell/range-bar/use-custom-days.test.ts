import { expect, test } from 'vitest'
import { judgeDays } from './use-custom-days.ts'

const to = '2026-11-22'

// What WebKit's field says at each key of "22/10/2026", typed into 01/11/2026.
test.each(['0002-11-01', '0020-11-01', '0202-11-01', '', '2026-02-30', '3026-11-01'])(
  '%s is no day yet',
  from => {
    expect(judgeDays({ from, to })).toBe('unfinished')
    expect(judgeDays({ from: '2026-11-01', to: from })).toBe('unfinished')
  },
)

test('a whole pair in its order is taken, one the other way round is refused', () => {
  expect(judgeDays({ from: '2026-10-22', to })).toBe('whole')
  expect(judgeDays({ from: '2026-11-23', to })).toBe('reversed')
})
