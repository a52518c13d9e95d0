/** As if so much time had passed, until the test ends: for what measures time, and for a Date that the test has faked. */
import { vi } from 'vitest'
import { cleanUpAfter } from './clean-up.ts'

const cleanUp = cleanUpAfter('each')

export const passTime = (ms: number): void => {
  const before = performance.now
  performance.now = () => before.call(performance) + ms
  cleanUp.push(() => {
    performance.now = before
  })
  if (vi.isFakeTimers()) vi.setSystemTime(Date.now() + ms)
}
