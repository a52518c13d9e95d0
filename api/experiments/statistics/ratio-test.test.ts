import { expect, it } from 'vitest'
import { sampleRatio } from './ratio-test.ts'

it('the sample-ratio test needs visitors', () => {
  const nobody = sampleRatio([0, 0], [50, 50])
  expect(nobody).toMatchObject({ expected: [0, 0], chi2: 0, p: 1, sequentialP: 1, alarm: false })
  expect(nobody.logBayesFactor).toBeCloseTo(0, 12)
})

it('the sample-ratio test raises no alarm before a hundred visitors', () => {
  expect(sampleRatio([99, 0], [50, 50])).toMatchObject({ alarm: false })
  expect(sampleRatio([99, 0], [50, 50]).sequentialP).toBeLessThan(1e-9)
  expect(sampleRatio([100, 0], [50, 50]).alarm).toBe(true)
})

it('the sample-ratio test accepts weights in any unit and treats both directions alike', () => {
  expect(sampleRatio([900, 100], [0.9, 0.1])).toEqual(sampleRatio([900, 100], [9, 1]))
  expect(sampleRatio([4400, 5600], [50, 50]).sequentialP).toBeCloseTo(
    sampleRatio([5600, 4400], [50, 50]).sequentialP,
    15,
  )
  expect(sampleRatio([5000, 5000], [90, 10]).alarm).toBe(true)
})
