/** Advances the monotonic clock, and Date if the test has faked it, until the test ends. */
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
