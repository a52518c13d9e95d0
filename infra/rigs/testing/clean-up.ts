/** Clean-up steps of a test: the last first, after each test or after its file. */
type End = 'each' | 'all'

// `run/hooks.ts` runs the steps. Test files share a process and its modules, so a hook that a module registers when it
// loads would apply only to the first test file.
const steps: Record<End, (() => unknown)[]> = { each: [], all: [] }

export const cleanUpAfter = (end: End) => ({
  push: (...more: (() => unknown)[]): unknown => steps[end].push(...more),
})

/** Runs every step, even if one fails. */
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
