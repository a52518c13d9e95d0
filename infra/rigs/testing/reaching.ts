import fc from 'fast-check'

type Reaching<T> = {
  /** Chosen so that each example reaches the case that the property is about. */
  examples: T[]
  /** Throws if the examples did not reach the case. Runs before the random inputs, which might reach it by chance. */
  reached: () => unknown
  numRuns: number
  endOnFailure?: boolean
}

/** Checks a property that would also pass if the random inputs never reached the case that it is about. */
export const assertReaching = async <T>(
  property: fc.IAsyncProperty<T>,
  { examples, reached, ...parameters }: Reaching<T>,
): Promise<void> => {
  await fc.assert(property, { examples, numRuns: examples.length })
  await reached()
  await fc.assert(property, parameters)
}
