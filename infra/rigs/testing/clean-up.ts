/** Steps that end what a test has opened: the last first, after each test or at the end of its file. */
type End = 'each' | 'all'

// Here and not in hooks that a module registers when it is loaded: test files share a process and its modules, and such
// hooks would belong to the first file alone. `run/hooks.ts` runs the steps.
const steps: Record<End, (() => unknown)[]> = { each: [], all: [] }

export const cleanUpAfter = (end: End) => ({
  push: (...more: (() => unknown)[]): unknown => steps[end].push(...more),
})

/** Takes every step, though one fails. */
export const cleanUp = async (end: End): Promise<void> => {
  const failures: unknown[] = []
  for (const step of steps[end].splice(0).toReversed())
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures)
}
