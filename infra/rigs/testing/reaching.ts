import fc from 'fast-check'

type Reaching<T> = {
  /** So chosen that each run of them reaches what the property is about. */
  examples: T[]
  /** Throws if it was not reached. Asked after the examples, before anything random: chance must not decide whether a test passes. */
  reached: () => unknown
  numRuns: number
  endOnFailure?: boolean
}

/** For a property that would hold, too, if what it is about never came up. */
export const assertReaching = async <T>(
  property: fc.IAsyncProperty<T>,
  { examples, reached, ...parameters }: Reaching<T>,
): Promise<void> => {
  await fc.assert(property, { examples, numRuns: examples.length })
  await reached()
  await fc.assert(property, parameters)
}
