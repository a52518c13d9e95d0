import { afterEach, expect, test, vi } from 'vitest'
import { until } from './until.ts'

afterEach(() => void vi.useRealTimers())

test('a wait for what never comes ends, also where a test has stopped the clock', async () => {
  vi.useFakeTimers()
  await expect(until(() => false, 50)).rejects.toThrow('still not so after 3 times 50 ms')
})
