/** Excluded from mutation tests, because instrumented code would break its time limits. */
import { expect, test } from 'vitest'
import { withoutContactData } from './contact-data.ts'

/** Milliseconds, the minimum of three runs. Another program may delay a single run. */
const costOf = (work: () => unknown): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const start = process.cpuUsage()
      work()
      return process.cpuUsage(start).user / 1000
    }),
  )
/** Baseline: one small step per character. */
const walk = (text: string): number => {
  let units = 0
  for (const character of text) units += character.toUpperCase().length
  return units
}
const FRAGMENTS = [
  '%40',
  'ä%40',
  '😀%40',
  'a@',
  '@',
  '.',
  'a',
  '0',
  '0 ',
  '+1',
  '+1 ',
  '%',
  '%25',
  '&#',
  '0-',
  '%F0',
  '%F0%9F',
  '(',
].concat(['a@a.', '@a.aa', '\ud83d', '%C3', '01 ', '００'])
test('a text of repeated pieces takes a few small steps for each character', () => {
  const size = 40_000
  costOf(() => withoutContactData(FRAGMENTS.join('').repeat(200)))
  for (const one of FRAGMENTS)
    for (const other of ['', '@', 'a@a.aa', '%40', '07700 900123']) {
      const text = (one + other).repeat(Math.ceil(size / (one.length + other.length)))
      const cost = costOf(() => withoutContactData(text))
      expect(cost, `${one}${other}`).toBeLessThan(
        100 *
          Math.max(
            1,
            costOf(() => walk(text)),
          ),
      )
    }
})
