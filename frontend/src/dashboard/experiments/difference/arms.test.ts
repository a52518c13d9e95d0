import type { ExperimentHistory, Verdict } from '@firsttouch/api/contract/experiments/results'
import { expect, test } from 'vitest'
import { comparedIn, pairOf } from './arms.ts'
import { isMeasured } from './history.ts'

const arm = (variant: string, difference: number | null) => ({
  ...{ variant, visitors: 10, converters: 1 },
  comparison: difference === null ? null : { difference, interval: [difference - 0.1, difference + 0.1] },
})
const verdict = (...arms: ReturnType<typeof arm>[]) => ({ testName: 'x', arms }) as unknown as Verdict

test('each treatment is compared with the control, and keeps its place among all variants', () => {
  const compared = comparedIn(verdict(arm('control', null), arm('b', 0.01), arm('c', -0.02)))
  expect(compared.map(({ variant, at, difference }) => [variant, at, difference])).toEqual([
    ['b', 1, 0.01],
    ['c', 2, -0.02],
  ])
  expect(comparedIn(verdict(arm('control', null), arm('b', null)))).toEqual([])
})

test('a history of many is one of two for whichever treatment is looked at', () => {
  const at = '2026-03-01T00:00:00.000Z'
  const counts = (variant: string, visitors: number) => ({ variant, visitors, converters: 1 })
  const points = [
    {
      at,
      arms: [
        { ...counts('control', 10), difference: null, interval: null },
        { ...counts('b', 20), difference: 0.1, interval: [0, 0.2] },
        { ...counts('c', 30), difference: null, interval: null },
      ],
    },
  ] as unknown as ExperimentHistory['points']
  const [b] = pairOf(points, 'b')
  expect(b).toMatchObject({ at, control: { visitors: 10 }, treatment: { visitors: 20 }, difference: 0.1 })
  const seen = ['b', 'c', 'gone'].map(variant => pairOf(points, variant).map(isMeasured))
  expect(seen).toEqual([[true], [false], [false]])
})
