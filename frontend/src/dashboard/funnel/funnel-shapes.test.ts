import { expect, test } from 'vitest'
import { funnelShapes } from './funnel-shapes.ts'

test('visits are the mouth, and each later step is as wide as its share of leads, down to the next one’s', () => {
  expect(funnelShapes([9_000, 60, 30, 0], 100)).toEqual([
    '0,0.06 100,0.06 87.5,0.94 12.5,0.94',
    '12.5,1.06 87.5,1.06 68.75,1.94 31.25,1.94',
    '31.25,2.06 68.75,2.06 50,2.94 50,2.94',
    '50,3.06 50,3.06 50,3.94 50,3.94',
  ])
})

test('few of many are seen, and a step with more than the one before does not grow downwards', () => {
  expect(funnelShapes([9_000, 1_000_000, 1, 100], 100)[2]).toBe('49.44,2.06 50.56,2.06 50.56,2.94 49.44,2.94')
})

test('nothing at all has no width', () => {
  expect(funnelShapes([0, 0], 100)).toEqual([
    '50,0.06 50,0.06 50,0.94 50,0.94',
    '50,1.06 50,1.06 50,1.94 50,1.94',
  ])
})
