import { expect, test } from 'vitest'
import { funnelShapes } from './funnel-shapes.ts'

test('each step is as wide as the square root of its count, down to the next one’s', () => {
  expect(funnelShapes([100, 25, 0], 100)).toEqual([
    '0,0.06 100,0.06 75,0.94 25,0.94',
    '25,1.06 75,1.06 50,1.94 50,1.94',
    '50,2.06 50,2.06 50,2.94 50,2.94',
  ])
})

test('few of many are seen, and a step with more than the one before does not grow downwards', () => {
  expect(funnelShapes([1_000_000, 1, 100], 100)[1]).toBe('49.4,1.06 50.6,1.06 50.6,1.94 49.4,1.94')
})

test('nothing at all has no width', () => {
  expect(funnelShapes([0], 100)).toEqual(['50,0.06 50,0.06 50,0.94 50,0.94'])
})
