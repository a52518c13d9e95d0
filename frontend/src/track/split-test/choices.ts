/** The test variants that this browser has stored. In a new run of a test, the variant is drawn again. */
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import type { Store } from '../store.ts'

export const variantKey = (testName: string): string => `ab_test_${testName}`
/** Suffix of the key that stores the run's id. The first run of a test has an empty id and no such key. */
const RUN = '_run'
export const runKey = (testName: string): string => variantKey(testName) + RUN

type Running = Extract<ServedShares[string], { run: string }>
type Choice = ReturnType<typeof openChoice>

/** Contains running tests only, because exposures to other tests do not count. */
export const openChoices = (store: Store, served: ServedShares): ReadonlyMap<string, Choice> =>
  new Map(
    Object.entries(served).flatMap(([testName, test]) =>
      'shares' in test ? [[testName, openChoice(store, variantKey(testName), test)]] : [],
    ),
  )

const openChoice = (store: Store, key: string, { run, shares }: Running) => ({
  /** undefined if the choice is from an earlier run. A later run's choice is valid, because this page may be older. */
  kept: (): string | undefined => {
    const variant = (store.get(key + RUN) ?? '') < run || store.get(key)
    return shares.find(([name]) => name === variant)?.[0]
  },
  keep: (variant: string): void => {
    // Write the run last. If the page closes in between, the variant still has the previous run's id and is ignored.
    store.set(key, variant)
    if (run) store.set(key + RUN, run)
    else store.remove(key + RUN)
  },
})
