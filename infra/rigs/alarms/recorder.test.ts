import { expect, test } from 'vitest'
import { EVERY_MS, seriesOf } from './recorder.ts'

const NAME = 'projector_lag_seconds{partition="1"}'
const heldAfter = (values: (number | null)[]): string => {
  const [series] = seriesOf({ everyMs: EVERY_MS, series: { [NAME]: values } }, 10)
  return series?.values.split(' ').at(-1) ?? ''
}

test.each([
  ['what stands still grows older', [0.3, 4, 9, 14, 19], '19+5x10'],
  ['what stands still, and of which a scrape said nothing, too', [0.3, 4, 9, null, 14], '14+5x10'],
  ['of a busy machine the last round was slow', [0.3, 0.2, 0.3, 0.2, 4.8], '4.8+0x10'],
  ['the last two rounds were slow', [0.3, 0.2, 0.3, 4.8, 9.7], '9.7+0x10'],
  ['it said something once', [0.3], '0.3+0x10'],
])('%s', (_, values, held) => {
  expect(heldAfter(values)).toBe(held)
})
