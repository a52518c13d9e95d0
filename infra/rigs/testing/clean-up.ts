import { afterAll, afterEach } from 'vitest'

/** Steps that end what a test has opened: the last first, after each test or at the end of its file. */
export const cleanUpAfter = (end: 'each' | 'all') => {
  const steps: (() => unknown)[] = []
  const run = async () => {
    for (const step of steps.splice(0).toReversed()) await step()
  }
  if (end === 'each') afterEach(run)
  else afterAll(run)
  return { push: (...more: (() => unknown)[]): unknown => steps.push(...more) }
}
